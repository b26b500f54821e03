#pragma once

/// Small pure helpers on ASCII structure inside UTF-8 text. White space is ASCII white space.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace base {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `text` without white space at either end.
std::string_view trim(std::string_view text);

/// Each run of white space becomes one blank; none is left at the ends.
std::string collapse_space(std::string_view text);

/// ASCII letters lowered; other bytes as they are.
std::string lower(std::string_view text);

/// ASCII case is ignored.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// The words of `text` between runs of white space.
std::vector<std::string_view> split_words(std::string_view text);

/// The pieces of `text` between each `separator`, empty ones kept.
std::vector<std::string_view> split(std::string_view text, char separator);

std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// Levenshtein's distance: bytes to insert, delete or replace that turn one text into the other.
/// Takes time in proportion to the product of their lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace base
