#pragma once

/// Numeric character references, as XML and HTML write them alike.

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace base {

/// The number of a reference that has `text` between `&#` and `;`: decimal digits, or `x` and
/// hexadecimal ones. Nothing for another text; the largest number for one beyond it, which means no
/// character either.
inline std::optional<std::uint32_t> numeric_reference(std::string_view text) {
  const bool is_hexadecimal = text.starts_with('x');
  if (is_hexadecimal) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  std::uint32_t number = 0;
  const auto [behind, error] = std::from_chars(text.data(), end, number, is_hexadecimal ? 16 : 10);
  if (behind != end || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc() ? number : std::numeric_limits<std::uint32_t>::max();
}

}  // namespace base
