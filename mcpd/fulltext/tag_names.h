#pragma once

/// Names of elements and attributes as numbers, so that a `switch` tells them apart.

#include <cstdint>
#include <string_view>

namespace fulltext {

/// A name of at most 8 bytes, ASCII letters lowered; 0 for a longer or an empty one.
constexpr std::uint64_t name_code(std::string_view name) {
  if (name.size() > 8) return 0;
  std::uint64_t code = 0;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    code = code << 8U | static_cast<unsigned char>(upper ? c - 'A' + 'a' : c);
  }
  return code;
}

}  // namespace fulltext
