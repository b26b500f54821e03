#include "common/arxiv/white_space.h"

#include <algorithm>
#include <cstdint>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace arxiv {
namespace {

bool is_wide_space(std::uint32_t code_point) {
  switch (code_point) {
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
    case 0xFEFF:
      return true;
    default:
      return code_point >= 0x2000 && code_point <= 0x200A;
  }
}

}  // namespace

std::size_t white_space_at(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return base::is_space(text[at]) ? 1 : 0;
  const auto [value, next] = base::code_point_at(text, at);
  return is_wide_space(value) ? next - at : 0;
}

std::string_view trim_white_space(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t length = white_space_at(text, at)) {
      at += length;
      continue;
    }
    begin = std::min(begin, at);
    end = base::code_point_at(text, at).next;
    at = end;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace arxiv
