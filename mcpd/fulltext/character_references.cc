#include "mcpd/fulltext/character_references.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "common/base/numeric_reference.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/fulltext/charset.h"

namespace fulltext {
namespace {

struct NamedCharacter {
  std::string_view name;
  std::uint32_t code_point;
};

constexpr NamedCharacter kNamed[] = {
#include "mcpd/fulltext/character_names.inc"
};

// From `&` to `;`; a longer one is none.
constexpr std::size_t kLongest = 16;

std::optional<std::uint32_t> named(std::string_view name) {
  const auto* found = std::lower_bound(
      std::begin(kNamed), std::end(kNamed), name,
      [](const NamedCharacter& each, std::string_view wanted) { return each.name < wanted; });
  if (found == std::end(kNamed) || found->name != name) return std::nullopt;
  return found->code_point;
}

std::uint32_t scalar_value(std::uint32_t number) {
  constexpr std::uint32_t kReplacement = 0xFFFD;
  if (number >= 0x80 && number < 0xA0) return windows_1252(static_cast<unsigned char>(number));
  const bool surrogate = number >= 0xD800 && number < 0xE000;
  return number == 0 || surrogate || number > 0x10FFFF ? kReplacement : number;
}

/// `digits` behind `#`; HTML takes an `X` for an `x`.
std::optional<std::uint32_t> numbered(std::string_view digits) {
  const auto number = base::numeric_reference(base::lower(digits));
  return number ? std::optional(scalar_value(*number)) : std::nullopt;
}

}  // namespace

std::optional<CharacterReference> read_character_reference(std::string_view text) {
  const std::size_t end = text.substr(0, kLongest).find(';');
  if (!text.starts_with('&') || end == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(1, end - 1);
  const auto code_point = name.starts_with('#') ? numbered(name.substr(1)) : named(name);
  if (!code_point) return std::nullopt;
  return CharacterReference{*code_point, end + 1};
}

void append_decoded(std::string& out, std::string_view text) {
  for (std::size_t begin = 0;;) {
    const std::size_t mark = std::min(text.find('&', begin), text.size());
    out.append(text, begin, mark - begin);
    if (mark == text.size()) return;
    const auto reference = read_character_reference(text.substr(mark));
    if (reference) {
      base::append_utf8(out, reference->code_point);
    } else {
      out += '&';
    }
    begin = mark + (reference ? reference->size : 1);
  }
}

}  // namespace fulltext
