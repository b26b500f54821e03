#include "mcpd/pdftext/mend_text.h"

#include <array>
#include <cstdint>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace pdftext {
namespace {

constexpr std::uint32_t kFirstLigature = 0xFB00;
constexpr std::array<std::string_view, 7> kLigatures = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};

constexpr std::uint32_t kSoftHyphen = 0xAD;
constexpr std::uint32_t kHyphen = 0x2010;

/// A small letter of a script that hyphenates its words.
bool is_small_letter(std::uint32_t code_point) {
  constexpr std::uint32_t kRanges[][2] = {{'a', 'z'},     {0xDF, 0xF6},   {0xF8, 0x24F},
                                          {0x3AC, 0x3CE}, {0x430, 0x45F}, {0xFB00, 0xFB06}};
  for (const auto& [first, last] : kRanges) {
    if (code_point >= first && code_point <= last) return true;
  }
  return false;
}

/// Where the word goes on that a hyphen before `at` parts; npos when none does.
std::size_t next_part(std::string_view text, std::size_t at) {
  constexpr std::size_t kNone = std::string_view::npos;
  if (at >= text.size() || text[at] != '\n') return kNone;
  ++at;
  while (at < text.size() && text[at] == ' ')
    ++at;
  const bool goes_on = at < text.size() && is_small_letter(base::code_point_at(text, at).value);
  return goes_on ? at : kNone;
}

}  // namespace

bool is_readable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, next] = base::code_point_at(text, at);
    const bool control = code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0);
    if (!control && code_point != ' ' && code_point != 0xA0) return true;
    at = next;
  }
  return false;
}

std::string mend_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, next] = base::code_point_at(text, at);
    const bool hyphen = code_point == '-' || code_point == kHyphen || code_point == kSoftHyphen;
    const std::size_t part = hyphen && in_word ? next_part(text, next) : std::string_view::npos;
    if (part != std::string_view::npos) {
      at = part;
      continue;
    }
    if (code_point >= kFirstLigature && code_point < kFirstLigature + kLigatures.size()) {
      out += kLigatures[code_point - kFirstLigature];
    } else if (code_point != kSoftHyphen) {
      out += text.substr(at, next - at);
    }
    in_word = is_small_letter(code_point) || (code_point >= 'A' && code_point <= 'Z');
    at = next;
  }
  return out;
}

}  // namespace pdftext
