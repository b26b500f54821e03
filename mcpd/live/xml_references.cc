#include "mcpd/live/xml_references.h"

#include "common/base/numeric_reference.h"
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
  const std::size_t end = text.find(';');
  if (end == std::string_view::npos) return {kOpen.size(), false};
  const auto number = base::numeric_reference(text.substr(kOpen.size(), end - kOpen.size()));
  if (!number) return {kOpen.size(), false};
  return {end + 1, base::is_xml_character(*number)};
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
