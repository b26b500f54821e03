#include "common/arxiv/taxonomy.h"

#include <algorithm>
#include <array>

#include "common/arxiv/category_aliases.h"
#include "common/base/text.h"

namespace arxiv {
namespace {

constexpr Category kCategories[] = {
#include "common/arxiv/taxonomy_data.inc"
};

constexpr std::array<std::string_view, 8> kGroups = {"cs",      "econ",  "eess",  "math",
                                                     "physics", "q-bio", "q-fin", "stat"};

constexpr std::array<std::string_view, 11> kBareArchives = {
    "cs",   "econ",    "eess",  "math",  "astro-ph", "cond-mat",
    "nlin", "physics", "q-bio", "q-fin", "stat"};

constexpr std::array<std::string_view, 34> kLegacyArchives = {
    "acc-phys", "adap-org", "alg-geom", "ao-sci",   "astro-ph", "atom-ph",  "bayes-an",
    "chao-dyn", "chem-ph",  "cmp-lg",   "comp-gas", "cond-mat", "cs",       "dg-ga",
    "funct-an", "gr-qc",    "hep-ex",   "hep-lat",  "hep-ph",   "hep-th",   "math",
    "math-ph",  "mtrl-th",  "nlin",     "nucl-ex",  "nucl-th",  "patt-sol", "physics",
    "plasm-ph", "q-alg",    "q-bio",    "quant-ph", "solv-int", "supr-con"};

bool contains(std::span<const std::string_view> list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

std::span<const Category> categories() {
  return kCategories;
}

std::span<const std::string_view> category_groups() {
  return kGroups;
}

std::span<const std::string_view> bare_archives() {
  return kBareArchives;
}

bool is_searchable_category(std::string_view code) {
  const auto named = [code](const Category& category) { return category.code == code; };
  return std::any_of(std::begin(kCategories), std::end(kCategories), named) ||
         contains(kBareArchives, code);
}

bool is_legacy_archive(std::string_view archive) {
  return contains(kLegacyArchives, archive);
}

std::string_view canonical_category(std::string_view code) {
  return renamed(kSubsumedArchives, renamed(kAliases, code));
}

std::vector<std::string> canonical_categories(std::string_view primary, std::string_view codes) {
  const std::string_view first = canonical_category(base::trim(primary));
  std::vector<std::string> rest;
  for (const std::string_view code : base::split_words(codes)) {
    const std::string_view canonical = canonical_category(code);
    if (canonical != first) rest.emplace_back(canonical);
  }
  std::sort(rest.begin(), rest.end());
  rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
  if (!first.empty()) rest.emplace(rest.begin(), first);
  return rest;
}

}  // namespace arxiv
