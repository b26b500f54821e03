#include "common/base/utf8.h"

#include <algorithm>
#include <cstring>

namespace base {
namespace {

std::uint8_t byte(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

bool is_continuation(std::uint8_t value) {
  return (value & 0xC0) == 0x80;
}

/// Of eight bytes.
std::size_t count_continuations(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  // A 1 in each byte that is one; the product sums them in its highest byte.
  return (((word >> 7U) & ~(word >> 6U) & kOnes) * kOnes) >> 56U;
}

/// What stands at a byte: `length` bytes that are one well-formed sequence, or the longest start of
/// one (the byte alone when it starts none), which a single U+FFFD stands for.
struct Sequence {
  std::size_t length;
  bool well_formed;
};

Sequence sequence_at(std::string_view text, std::size_t at) {
  const std::uint8_t lead = byte(text, at);
  if (lead < 0x80) return {1, true};
  std::size_t length = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;   // overlong below
    if (lead == 0xED) high = 0x9F;  // surrogates above
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;  // beyond U+10FFFF
  } else {
    return {1, false};
  }
  for (std::size_t i = 1; i < length; ++i, low = 0x80, high = 0xBF) {
    const bool goes_on =
        at + i < text.size() && byte(text, at + i) >= low && byte(text, at + i) <= high;
    if (!goes_on) return {i, false};
  }
  return {length, true};
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Sequence sequence = sequence_at(text, at);
    if (!sequence.well_formed) return false;
    at += sequence.length;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Sequence sequence = sequence_at(text, at);
    if (sequence.well_formed) {
      out.append(text, at, sequence.length);
    } else {
      out += "\xEF\xBF\xBD";
    }
    at += sequence.length;
  }
  return out;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t continuations = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8)
    continuations += count_continuations(text.data() + at);
  for (; at < text.size(); ++at)
    continuations += is_continuation(byte(text, at)) ? 1U : 0U;
  return text.size() - continuations;
}

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto [length, well_formed] = sequence_at(text, at);
  if (!well_formed) return {0xFFFD, at + length};
  if (length == 1) return {byte(text, at), at + 1};
  std::uint32_t value = byte(text, at) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    value = (value << 6) | (byte(text, at + i) & 0x3FU);
  }
  return {value, at + length};
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::string_view first_code_points(std::string_view text, std::size_t limit) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_continuation(byte(text, at)) && limit-- == 0) break;
    ++at;
  }
  return text.substr(0, at);
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string out;
  out.reserve(std::min(text.size(), limit) + 3);
  for (std::size_t at = 0; at < text.size();) {
    if (limit-- == 0) return out + "...";
    const CodePoint point = code_point_at(text, at);
    const bool is_control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
    append_utf8(out, is_control ? ' ' : point.value);
    at = point.next;
  }
  return out;
}

}  // namespace base
