#pragma once

/// arXiv's author lines, as its records hold them: names separated by commas and "and", with
/// affiliations in parentheses.

#include <string>
#include <string_view>
#include <vector>

namespace arxiv {

/// The names in `line` (TeX already converted) as the API shows them (decision 26): arXiv's parsed
/// list, initials spaced, suffixes and collaboration names kept whole, affiliations and "et al"
/// dropped. Linear in the length of `line`.
std::vector<std::string> split_authors(std::string_view line);

/// `text` with the letters that arXiv's author search spells in ASCII (contract 7.7), both cases;
/// accents are left to the index's tokenizer. The mirror's view and triggers fold by the same
/// table.
std::string fold_author(std::string_view text);

/// One entry of the fold table.
struct AuthorFold {
  std::string_view letter;
  std::string_view ascii;
};
inline constexpr AuthorFold kAuthorFolds[] = {
    {"ł", "l"},  {"Ł", "L"},  {"ı", "i"},  {"ø", "o"},  {"Ø", "O"},  {"đ", "d"},
    {"Đ", "D"},  {"ð", "d"},  {"Ð", "D"},  {"þ", "th"}, {"Þ", "TH"}, {"ħ", "h"},
    {"Ħ", "H"},  {"ŋ", "n"},  {"Ŋ", "N"},  {"ə", "a"},  {"Ə", "A"},  {"æ", "ae"},
    {"Æ", "AE"}, {"œ", "oe"}, {"Œ", "OE"}, {"ß", "ss"}, {"ẞ", "SS"},
};

}  // namespace arxiv
