#pragma once

/// Whole numbers as people and programs write them.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/text.h"

namespace base {

/// The number that `text`, decimal digits and nothing else, spells; nothing for any other text and
/// for one beyond `Number`.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

/// `12,345,678`.
std::string with_separators(std::int64_t number);

}  // namespace base
