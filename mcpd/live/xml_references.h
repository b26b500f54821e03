#pragma once

/// Numeric character references of XML, made fit for a parser that takes all of them at their word.

#include <string>
#include <string_view>

namespace live {

/// `xml` with U+FFFD in place of each numeric reference that means no character of XML, such as
/// `&#0;`, `&#27;` or `&#xD800;`, and of each `&#` that begins no reference. A parser that decodes
/// a reference to zero would end the text there, and one that looks for the `;` of each `&#` would
/// read a text of them again and again. One pass.
std::string mend_numeric_references(std::string_view xml);

}  // namespace live
