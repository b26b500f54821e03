#pragma once

#include <cstdint>

namespace base {

/// True of a code point that XML 1.0 allows in a document (production 2).
constexpr bool is_xml_character(std::uint32_t code_point) {
  if (code_point < 0x20) return code_point == '\t' || code_point == '\n' || code_point == '\r';
  return code_point <= 0xD7FF || (code_point >= 0xE000 && code_point <= 0xFFFD) ||
         (code_point >= 0x10000 && code_point <= 0x10FFFF);
}

}  // namespace base
