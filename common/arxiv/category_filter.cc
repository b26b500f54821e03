#include <algorithm>
#include <iterator>

#include "common/arxiv/category_aliases.h"
#include "common/arxiv/taxonomy.h"
#include "common/arxiv/white_space.h"
#include "common/base/text.h"

namespace arxiv {
namespace {

bool starts_with(std::string_view code, std::string_view prefix) {
  return base::equal_ignoring_case(code.substr(0, prefix.size()), prefix);
}

/// Calls `use` with every code that papers are filed under, bare archives first.
template <typename Use>
void for_each_code(Use use) {
  for (const std::string_view archive : bare_archives())
    use(archive);
  for (const Category& category : categories())
    use(category.code);
}

/// `code` in the taxonomy's spelling when only its case differs (decision 20).
std::string spelled(std::string_view code) {
  std::string out(code);
  const auto adopt = [&](std::string_view known) {
    if (base::equal_ignoring_case(known, code)) out = known;
  };
  for_each_code(adopt);
  for (const RenamedCategory& closed : kSubsumedArchives)
    adopt(closed.code);
  return out;
}

/// `prefix` in the spelling of the codes that begin with it.
std::string spelled_prefix(std::string_view prefix) {
  std::string out(prefix);
  for_each_code([&](std::string_view code) {
    if (starts_with(code, prefix)) out = code.substr(0, prefix.size());
  });
  return out;
}

bool is_bare_archive(std::string_view code) {
  const auto archives = bare_archives();
  return std::find(archives.begin(), archives.end(), code) != archives.end();
}

bool has_wildcard(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

void add_once(std::vector<std::string>& codes, std::string_view code) {
  if (std::find(codes.begin(), codes.end(), code) == codes.end()) codes.emplace_back(code);
}

/// The codes that begin with `prefix`, aliases replaced by what they stand for.
std::vector<std::string> codes_with_prefix(std::string_view prefix) {
  std::vector<std::string> codes;
  if (prefix.empty() || has_wildcard(prefix)) return codes;
  for_each_code([&](std::string_view code) {
    if (starts_with(code, prefix)) add_once(codes, renamed(kAliases, code));
  });
  return codes;
}

/// How arXiv is asked for a subtree: patterns, and the prefix of the codes they stand for.
struct LiveSubtree {
  std::vector<std::string> patterns;
  std::string prefix;
};

/// `math*` would take math-ph in, which is not a part of math; no other archive has such a
/// neighbour.
LiveSubtree archive_subtree(const std::string& archive) {
  const std::string children = archive + ".";
  bool clash = false;
  for_each_code([&](std::string_view code) {
    clash |= code != archive && starts_with(code, archive) && !starts_with(code, children);
  });
  if (clash) return {{children + "*", archive}, children};
  return {{archive + "*"}, children};
}

bool covers(std::string_view pattern, std::string_view code) {
  if (!pattern.ends_with('*')) return pattern == code;
  pattern.remove_suffix(1);
  return code.starts_with(pattern);
}

/// arXiv's index knows an alias under its canonical code alone, which the patterns may miss.
void add_missed_canonicals(LiveSubtree& subtree) {
  for (const RenamedCategory& alias : kAliases) {
    const auto has = [&](std::string_view pattern) { return covers(pattern, alias.canonical); };
    if (!alias.code.starts_with(subtree.prefix)) continue;
    if (std::any_of(subtree.patterns.begin(), subtree.patterns.end(), has)) continue;
    subtree.patterns.emplace_back(alias.canonical);
  }
}

std::string term_of(std::string_view code) {
  const auto plain = [](char c) {
    return base::is_letter(c) || base::is_digit(c) || std::string_view(".-*?").find(c) < 4;
  };
  std::string term = "cat:";
  if (std::all_of(code.begin(), code.end(), plain)) return term += code;
  return (term += '"').append(code) += '"';
}

}  // namespace

std::vector<std::string> category_subtree(std::string_view operand) {
  operand = trim_white_space(operand);
  if (operand.ends_with('*')) return codes_with_prefix(operand.substr(0, operand.size() - 1));
  if (operand.empty() || has_wildcard(operand)) return {};
  const std::string code = spelled(operand);
  if (!is_bare_archive(code)) return {std::string(renamed(kAliases, code))};
  std::vector<std::string> codes = codes_with_prefix(code + ".");
  codes.insert(codes.begin(), code);
  return codes;
}

std::string live_category_term(std::string_view operand) {
  operand = trim_white_space(operand);
  LiveSubtree subtree;
  if (operand.ends_with('*')) {
    subtree.prefix = spelled_prefix(operand.substr(0, operand.size() - 1));
    subtree.patterns = {subtree.prefix + "*"};
  } else {
    const std::string code = spelled(operand);
    if (!is_bare_archive(code)) return term_of(renamed(kAliases, code));
    subtree = archive_subtree(code);
  }
  add_missed_canonicals(subtree);
  std::vector<std::string> terms;
  std::transform(subtree.patterns.begin(), subtree.patterns.end(), std::back_inserter(terms),
                 term_of);
  return terms.size() == 1 ? terms.front() : "(" + base::join(terms, " OR ") + ")";
}

}  // namespace arxiv
