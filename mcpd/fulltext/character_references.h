#pragma once

/// Character references of HTML: `&lt;`, `&#215;`, `&#xD7;`.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fulltext {

struct CharacterReference {
  std::uint32_t code_point = 0;
  std::size_t size = 0;  ///< bytes, from `&` to `;`
};

/// The reference that `text` begins with; nothing where it begins with none, as a bare `&` does.
/// A number that is no scalar value means U+FFFD; one of 0x80 to 0x9F means the character of
/// windows-1252, as in the HTML standard. Names are those of HTML 4 and XML.
std::optional<CharacterReference> read_character_reference(std::string_view text);

/// Appends `text` with its references decoded, once: `&amp;lt;` becomes `&lt;`.
void append_decoded(std::string& out, std::string_view text);

}  // namespace fulltext
