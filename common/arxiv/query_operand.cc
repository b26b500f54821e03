#include "common/arxiv/query_operand.h"

#include <algorithm>
#include <array>

#include "common/arxiv/authors.h"
#include "common/arxiv/index_tokens.h"
#include "common/base/text.h"

namespace arxiv {
namespace {

/// The words that arXiv's English analyzers drop (decision 18).
constexpr std::array<std::string_view, 33> kStopWords = {
    "a",   "an",    "and",  "are",   "as",    "at",   "be",   "but", "by",  "for",  "if",
    "in",  "into",  "is",   "it",    "no",    "not",  "of",   "on",  "or",  "such", "that",
    "the", "their", "then", "there", "these", "they", "this", "to",  "was", "will", "with"};

bool is_stop_word(std::string_view word) {
  const auto same = [word](std::string_view stop) { return base::equal_ignoring_case(stop, word); };
  return std::any_of(kStopWords.begin(), kStopWords.end(), same);
}

bool is_filter(Field field) {
  return field == Field::kCategory || field == Field::kSubmittedDate;
}

/// Column filters of the text fields, in the order of Field.
constexpr std::array<std::string_view, 6> kColumns = {
    "", "title:", "authors:", "abstract:", "comment:", "journal_ref:"};

/// FTS5 reads an expression up to its first NUL, which separates tokens like any control character.
std::string quoted(std::string_view prefix, std::string_view value) {
  std::string out(prefix);
  out += '"';
  out += value;
  out += '"';
  std::replace(out.begin(), out.end(), '\0', ' ');
  return out;
}

bool needs_author_arm(const Token& operand) {
  return operand.field == Field::kAny && fold_author(operand.value) != operand.value;
}

}  // namespace

std::optional<LiveRouteReason> operand_issue(const Token& operand) {
  if (is_filter(operand.field)) return std::nullopt;
  if (operand.value.find_first_of("*?") != operand.value.npos) return LiveRouteReason::kWildcard;
  const auto words = index_tokens(operand.value);
  if (words.empty()) return LiveRouteReason::kNoToken;
  if (operand.field == Field::kAuthors) {
    // arXiv's author index has no stop words: An and Will are names.
    const bool one_word = words.size() == 1 && operand.value.find('_') == operand.value.npos;
    return one_word ? std::nullopt : std::optional(LiveRouteReason::kMultiwordAuthor);
  }
  if (std::all_of(words.begin(), words.end(), is_stop_word)) return LiveRouteReason::kStopword;
  return std::nullopt;
}

std::string fts_operand(const Token& operand) {
  const std::string folded = fold_author(operand.value);
  if (needs_author_arm(operand)) {
    return "(" + quoted("{title abstract comment journal_ref}:", operand.value) + " OR " +
           quoted("authors:", folded) + ")";
  }
  return quoted(kColumns.at(static_cast<std::size_t>(operand.field)),
                operand.field == Field::kAuthors ? folded : operand.value);
}

std::size_t fts_operand_cost(const Token& operand) {
  constexpr std::size_t kPhrase = 3;
  constexpr std::size_t kColumnAndPhrase = 5;
  constexpr std::size_t kTwoArms = 8;
  if (operand.field != Field::kAny) return kColumnAndPhrase;
  return needs_author_arm(operand) ? kTwoArms : kPhrase;
}

}  // namespace arxiv
