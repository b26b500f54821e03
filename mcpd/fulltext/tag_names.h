#pragma once

/// Names of elements and attributes as numbers, so that a `switch` tells them apart.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fulltext {

inline constexpr std::size_t kLongestCode = sizeof(std::uint64_t);

/// The code of a name with one more byte.
constexpr std::uint64_t append_to_code(std::uint64_t code, char c) {
  const bool upper = c >= 'A' && c <= 'Z';
  return code << 8U | static_cast<unsigned char>(upper ? c - 'A' + 'a' : c);
}

/// A name of at most 8 bytes, ASCII letters lowered; 0 for a longer or an empty one.
constexpr std::uint64_t name_code(std::string_view name) {
  if (name.size() > kLongestCode) return 0;
  std::uint64_t code = 0;
  for (const char c : name)
    code = append_to_code(code, c);
  return code;
}

}  // namespace fulltext
