#pragma once

/// What our XML parser does not refuse by itself and a page must not hold: it is checked before a
/// page is parsed (lessons 0.4). Pure, linear, iterative.

#include <string_view>

namespace harvest {

/// Throws Fault kSerialization, saying where, unless `document`
///  - is UTF-8 throughout and declares no other encoding;
///  - holds only characters that XML allows: no NUL, no control character but tab and line ends;
///  - has no document type, hence no entities of its own;
///  - refers only to the five entities of XML and to characters that XML allows;
///  - holds at most a million tags.
void check_xml(std::string_view document);

}  // namespace harvest
