#include "mcpd/live/xml_references.h"

#include <charconv>
#include <cstdint>

#include "common/base/xml_character.h"

namespace live {
namespace {

constexpr std::string_view kOpen = "&#";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kLongest = 16;  ///< bytes of a reference, leading zeros included

struct Reference {
  std::size_t size;  ///< bytes it takes; those of `&#` when it is none
  bool is_character;
};

/// What stands at the front of `text`, which begins with `&#`.
Reference read_reference(std::string_view text) {
  text = text.substr(0, kLongest);
  const bool is_hexadecimal = text.substr(kOpen.size()).starts_with('x');
  const char* digits = text.data() + kOpen.size() + (is_hexadecimal ? 1 : 0);
  const char* limit = text.data() + text.size();
  std::uint32_t code_point = 0;
  const auto [end, error] = std::from_chars(digits, limit, code_point, is_hexadecimal ? 16 : 10);
  if (end == digits || end == limit || *end != ';') return {kOpen.size(), false};
  const auto size = static_cast<std::size_t>(end - text.data()) + 1;
  return {size, error == std::errc() && base::is_xml_character(code_point)};
}

}  // namespace

std::string mend_numeric_references(std::string_view xml) {
  std::string mended;
  mended.reserve(xml.size());
  for (;;) {
    const std::size_t at = xml.find(kOpen);
    mended += xml.substr(0, at);
    if (at == std::string_view::npos) return mended;
    xml.remove_prefix(at);
    const Reference reference = read_reference(xml);
    mended += reference.is_character ? xml.substr(0, reference.size) : kReplacement;
    xml.remove_prefix(reference.size);
  }
}

}  // namespace live
