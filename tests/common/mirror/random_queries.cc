#include "tests/common/mirror/random_queries.h"

#include <algorithm>
#include <cctype>

namespace testing {
namespace {

constexpr std::string_view kJoints[] = {" AND ", " AND ", " OR ", " ANDNOT ", " AND NOT ", " "};
constexpr std::string_view kFields[] = {"", "", "", "all:", "ti:", "abs:", "co:", "jr:", "title:"};
constexpr std::string_view kPatterns[] = {"cs",        "math",   "cs.*",    "math*",  "stat",
                                          "astro-ph*", "cs.NA",  "math.MP", "CS.lg",  "zzz",
                                          "eess",      "math.*", "hep-th",  "stat.TH"};
// Written as they stand, these are for arXiv alone.
constexpr std::string_view kLiveOperands[] = {"of",       "ti:the",  "amb*",      "au:O'Brien",
                                              "id:2401",  "rn:LA-1", "sub:amber", "au:\"Ada Li\"",
                                              "cat:zz.*", "ti:+",    "\"amber",   "()"};

std::string in_some_case(Random& random, std::string_view text) {
  std::string out(text);
  const auto way = number(random, 0, 3);
  if (way > 1) return out;
  std::transform(out.begin(), out.end(), out.begin(), [way](unsigned char c) {
    return static_cast<char>(way == 0 ? std::tolower(c) : std::toupper(c));
  });
  return out;
}

std::string category_operand(Random& random) {
  const std::string code(chance(random, 60) ? random_code(random) : pick(random, kPatterns));
  return in_some_case(random, "cat:").append(chance(random, 20) ? "\"" + code + "\"" : code);
}

std::string stamp(Random& random) {
  std::string digits = random_minute(random);
  std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
  return digits;
}

std::string window_operand(Random& random) {
  std::string from = stamp(random);
  std::string to = stamp(random);
  if (to < from && chance(random, 90)) std::swap(from, to);
  return "submittedDate:[" + from + " TO " + to + "]";
}

std::string phrase(Random& random) {
  std::string out = "\"";
  for (int i = number(random, 1, 3); i > 0; --i)
    out.append(in_some_case(random, random_word(random))).append(i > 1 ? " " : "\"");
  return out;
}

std::string text_operand(Random& random) {
  if (chance(random, 15)) {
    std::string name(random_name(random));
    if (name == "O'Brien" && chance(random, 90)) name = "Ada";
    return "au:" + in_some_case(random, name);
  }
  const std::string field = in_some_case(random, pick(random, kFields));
  if (chance(random, 25)) return field + phrase(random);
  std::string word(random_word(random));
  if (word == "AND" && chance(random, 95)) word = "\"AND\"";
  return field + (chance(random, 30) && word != "\"AND\"" ? in_some_case(random, word) : word);
}

std::string operand(Random& random, int filters) {
  if (chance(random, 1)) return std::string(pick(random, kLiveOperands));
  if (!chance(random, filters)) return text_operand(random);
  return chance(random, 75) ? category_operand(random) : window_operand(random);
}

// A chain of operands and parentheses; of a hundred operands `filters` are filters.
std::string compound(Random& random, int levels, int filters) {
  std::string out;
  for (int i = number(random, 1, 3); i > 0; --i) {
    const bool inside = levels > 0 && chance(random, 45);
    out += inside ? "(" + compound(random, levels - 1, filters) + ")" : operand(random, filters);
    if (i > 1) out += pick(random, kJoints);
  }
  return out;
}

// Up to 40 levels, each open on one side.
std::string deep(Random& random) {
  std::string out = text_operand(random);
  for (int i = number(random, 5, 40); i > 0; --i) {
    const std::string joint(pick(random, kJoints));
    out = chance(random, 50) ? text_operand(random) + joint + "(" + out + ")"
                             : "(" + out + ")" + joint + text_operand(random);
  }
  return out;
}

std::string category_group(Random& random) {
  std::string out = category_operand(random);
  for (int i = number(random, 0, 2); i > 0; --i)
    out += (chance(random, 50) ? " OR " : " ") + category_operand(random);
  return "(" + out + ")";
}

std::string filters(Random& random) {
  std::string out = chance(random, 80) ? category_group(random) : window_operand(random);
  for (int i = number(random, 0, 2); i > 0; --i)
    out += " AND " + (chance(random, 60) ? category_group(random) : window_operand(random));
  return out;
}

std::string text(Random& random) {
  return chance(random, 12) ? deep(random) : compound(random, 3, 0);
}

std::string query(Random& random) {
  const int shape = number(random, 1, 100);
  if (shape <= 35) return text(random);
  if (shape <= 55) return filters(random) + " AND (" + text(random) + ")";
  if (shape <= 75) return "(" + text(random) + ") AND " + filters(random);
  if (shape <= 90) return filters(random);
  return compound(random, 2, 30);
}

std::string day(Random& random) {
  return random_minute(random).substr(0, 10);
}

}  // namespace

std::string RandomSearch::describe() const {
  return "`" + query + "` category=" + category + " from=" + submitted_from +
         " to=" + submitted_to + " sort=" + std::to_string(static_cast<int>(sort)) +
         (ascending ? " ascending" : " descending") + " start=" + std::to_string(start) +
         " limit=" + std::to_string(limit);
}

RandomSearch random_search(Random& random) {
  using Sort = mirror::SearchRequest::Sort;
  constexpr Sort kSorts[] = {Sort::kRelevance, Sort::kRelevance, Sort::kSubmitted, Sort::kUpdated};
  constexpr std::string_view kCategories[] = {"cs.LG", "cs", "math", "math.NA", "hep-th", "stat"};
  RandomSearch search;
  search.query = query(random);
  if (chance(random, 20)) search.category = pick(random, kCategories);
  if (chance(random, 15)) search.submitted_from = day(random);
  if (chance(random, 15)) search.submitted_to = day(random);
  if (search.submitted_to < search.submitted_from && !search.submitted_to.empty())
    std::swap(search.submitted_from, search.submitted_to);
  search.sort = pick(random, kSorts);
  search.ascending = chance(random, 50);
  search.start = chance(random, 60) ? 0 : number(random, 0, 300);
  search.limit = number(random, 1, 50);
  return search;
}

}  // namespace testing
