#pragma once

/// From the bytes of a page to UTF-8.

#include <cstdint>
#include <string>
#include <string_view>

namespace fulltext {

/// The code point of a byte in windows-1252, which the web means by ISO-8859-1 too.
std::uint32_t windows_1252(unsigned char byte);

/// `page` in UTF-8 and without a byte order mark. Its encoding is told, in this order, by a byte
/// order mark, by `content_type` (the header, in lower case), and by a `<meta>` among its first
/// 1,024 bytes (HTML standard, 13.2.3.2); one that is not told or not known is taken for UTF-8 if
/// the page is UTF-8, else for windows-1252. What is ill-formed becomes U+FFFD. A page that is
/// UTF-8 already is handed on without a copy.
std::string to_utf8(std::string page, std::string_view content_type);

}  // namespace fulltext
