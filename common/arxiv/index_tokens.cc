#include "common/arxiv/index_tokens.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace arxiv {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

constexpr Range kTokenRanges[] = {
#include "common/arxiv/token_ranges.inc"
};

/// Accents that remove_diacritics drops: they go on with a token but begin none.
constexpr Range kAccentRanges[] = {
    {0x300, 0x304}, {0x306, 0x30C}, {0x30F, 0x30F}, {0x311, 0x311},
    {0x31B, 0x31B}, {0x323, 0x328}, {0x32D, 0x32E}, {0x330, 0x331},
};

template <std::size_t size>
bool contains(const Range (&ranges)[size], std::uint32_t code_point) {
  const Range* after =
      std::upper_bound(std::begin(ranges), std::end(ranges), code_point,
                       [](std::uint32_t value, const Range& range) { return value < range.first; });
  return after != std::begin(ranges) && code_point <= std::prev(after)->last;
}

bool begins_token(std::uint32_t code_point) {
  if (code_point >= 0x80) return contains(kTokenRanges, code_point);
  const char c = static_cast<char>(code_point);
  return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_';
}

}  // namespace

std::vector<std::string_view> index_tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t begin = kNone;
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, next] = base::code_point_at(text, at);
    const bool inside = begins_token(value) || (begin != kNone && contains(kAccentRanges, value));
    if (inside && begin == kNone) begin = at;
    if (!inside && begin != kNone) {
      tokens.push_back(text.substr(begin, at - begin));
      begin = kNone;
    }
    at = next;
  }
  if (begin != kNone) tokens.push_back(text.substr(begin));
  return tokens;
}

}  // namespace arxiv
