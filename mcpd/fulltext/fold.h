#pragma once

/// Text made comparable: by an agent's words, not by a page's typography.

#include <cstdint>
#include <string>
#include <string_view>

namespace fulltext {

/// The small letter of a capital one of the Latin, Greek and Cyrillic scripts; any other code point
/// as it is.
std::uint32_t fold_letter(std::uint32_t code_point);

/// True of white space, no-break spaces and the like included.
bool is_blank(std::uint32_t code_point);

/// True of what takes no room: soft hyphens, zero-width spaces and MathML's invisible operators.
bool is_invisible(std::uint32_t code_point);

/// `text`, which is UTF-8, with small letters, each run of white space as one blank, none at the
/// ends, and without what is invisible.
std::string fold_text(std::string_view text);

}  // namespace fulltext
