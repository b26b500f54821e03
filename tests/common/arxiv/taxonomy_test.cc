#include "common/arxiv/taxonomy.h"

#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "tests/common/arxiv/vectors.h"

using namespace arxiv;
using testing::read_vectors;

namespace {

std::string joined(const std::vector<std::string>& codes) {
  return base::join(codes, " ");
}

std::string archive_of(std::string_view code) {
  return std::string(code.substr(0, code.find('.')));
}

}  // namespace

TEST_CASE("155 categories in eight groups, each code once") {
  std::map<std::string_view, int> by_group;
  std::map<std::string, int> by_archive;
  std::set<std::string_view> codes;
  for (const Category& category : categories()) {
    ++by_group[category.group];
    ++by_archive[archive_of(category.code)];
    codes.insert(category.code);
    CHECK_FALSE(category.name.empty());
  }
  CHECK(categories().size() == 155);
  CHECK(codes.size() == 155);
  CHECK(by_group == std::map<std::string_view, int>{{"cs", 40},
                                                    {"econ", 3},
                                                    {"eess", 4},
                                                    {"math", 32},
                                                    {"physics", 51},
                                                    {"q-bio", 10},
                                                    {"q-fin", 9},
                                                    {"stat", 6}});
  CHECK(by_archive == std::map<std::string, int>{
                          {"cs", 40},      {"econ", 3},     {"eess", 4},    {"math", 32},
                          {"astro-ph", 6}, {"cond-mat", 9}, {"nlin", 5},    {"physics", 22},
                          {"q-bio", 10},   {"q-fin", 9},    {"stat", 6},    {"gr-qc", 1},
                          {"hep-ex", 1},   {"hep-lat", 1},  {"hep-ph", 1},  {"hep-th", 1},
                          {"math-ph", 1},  {"nucl-ex", 1},  {"nucl-th", 1}, {"quant-ph", 1}});
}

TEST_CASE("taxonomy order: groups, then archives, then codes, each in alphabetical order") {
  const auto key = [](const Category& category) {
    return std::tuple(category.group, archive_of(category.code), category.code);
  };
  const auto before = [&](const Category& a, const Category& b) { return key(a) < key(b); };
  CHECK(std::is_sorted(categories().begin(), categories().end(), before));
  CHECK(categories().front().code == "cs.AI");
  CHECK(categories().front().name == "Artificial Intelligence");
  CHECK(categories().back().code == "stat.TH");
  CHECK(categories().back().name == "Statistics Theory");
}

TEST_CASE("groups and bare archives in the order in which categories first name them") {
  std::vector<std::string> groups;
  std::vector<std::string> archives;
  for (const Category& category : categories()) {
    const auto add = [](std::vector<std::string>& list, const std::string& text) {
      if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
    };
    add(groups, std::string(category.group));
    if (category.code.find('.') != category.code.npos) add(archives, archive_of(category.code));
  }
  CHECK(
      std::equal(groups.begin(), groups.end(), category_groups().begin(), category_groups().end()));
  CHECK(
      std::equal(archives.begin(), archives.end(), bare_archives().begin(), bare_archives().end()));
  CHECK(bare_archives().size() == 11);
}

TEST_CASE("166 searchable codes, spelled exactly") {
  for (const Category& category : categories())
    CHECK(is_searchable_category(category.code));
  for (const std::string_view archive : bare_archives())
    CHECK(is_searchable_category(archive));
  for (const char* other :
       {"", "cs.lg", "CS", "cs.", "cs.*", "alg-geom", "test", "cs.LG ", "foo"}) {
    CAPTURE(other);
    CHECK_FALSE(is_searchable_category(other));
  }
}

TEST_CASE("34 archives issued old-style identifiers") {
  const std::string_view archives =
      "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg "
      "comp-gas cond-mat cs dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th "
      "nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio quant-ph solv-int supr-con";
  CHECK(base::split_words(archives).size() == 34);
  for (const std::string_view archive : base::split_words(archives)) {
    CAPTURE(archive);
    CHECK(is_legacy_archive(archive));
  }
  for (const char* other : {"econ", "eess", "q-fin", "stat", "test", "", "CS", "hepth"}) {
    CAPTURE(other);
    CHECK_FALSE(is_legacy_archive(other));
  }
}

TEST_CASE("stored codes are read as arXiv lists them") {
  const auto rows = read_vectors("arxiv/canonical_categories.tsv");
  CHECK(rows.size() >= 24);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK(canonical_category(row[0]) == row[1]);
  }
}

TEST_CASE("a row's categories: the canonical primary, then the others sorted, each once") {
  const auto list = [](const char* primary, const char* codes) {
    return joined(canonical_categories(primary, codes));
  };
  CHECK(list("cs.LG", "cs.LG stat.ML cs.AI") == "cs.LG cs.AI stat.ML");
  CHECK(list("stat.ML", "cs.LG stat.ML") == "stat.ML cs.LG");
  CHECK(list("cs.NA", "cs.NA math.NA") == "math.NA");
  CHECK(list("math-ph", "math-ph math.MP hep-th") == "math-ph hep-th");
  CHECK(list("hep-th", "hep-th alg-geom math.AG") == "hep-th math.AG");
  CHECK(list("cmp-lg", "cmp-lg cs.CL") == "cs.CL");
  CHECK(list("cs.LG", "") == "cs.LG");
  CHECK(list("", "math.AG cs.LG") == "cs.LG math.AG");
  CHECK(list("", "").empty());
}

TEST_CASE("what a cat: operand stands for on both paths") {
  const auto rows = read_vectors("arxiv/category_filters.tsv");
  CHECK(rows.size() > 50);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 3);
    CAPTURE(row[0]);
    CHECK(live_category_term(row[0]) == row[1]);
    CHECK(joined(category_subtree(row[0])) == row[2]);
  }
}

TEST_CASE("blank operands stand for nothing") {
  for (const char* blank : {"", " ", "\t\n", "\u00A0"})
    CHECK(category_subtree(blank).empty());
}

TEST_CASE("suggestions for a mistyped category") {
  for (const auto& row : read_vectors("arxiv/category_suggestions.tsv")) {
    REQUIRE(row.size() == 2);
    CAPTURE(row[0]);
    CHECK(joined(suggest_categories(row[0])) == row[1]);
  }
}

TEST_CASE("a category of any length is compared in bounded time") {
  CHECK(suggest_categories(testing::repeated("cs", 5'000'000)).size() == 5);
  CHECK(suggest_categories("math." + testing::repeated("x", 5'000'000)).size() == 5);
}
