#pragma once

/// Text as a page of print breaks it, put together again.

#include <string>
#include <string_view>

namespace pdftext {

/// `text`, which is UTF-8, with ligatures in their letters, words joined that a hyphen parts at the
/// end of a line where a small letter follows, and without control characters but tabs and line
/// feeds. Linear.
std::string mend_text(std::string_view text);

/// True of text that holds more than white space and control characters, which are all that a font
/// gives that does not tell its characters.
bool is_readable(std::string_view text);

}  // namespace pdftext
