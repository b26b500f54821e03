#pragma once

/// UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above U+10FFFF. Every
/// function makes one pass and never reads past the view.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace base {

/// True when all of `text` is well-formed UTF-8.
bool is_utf8(std::string_view text);

/// `text` with U+FFFD in place of what is ill-formed: one for each start of a sequence that breaks
/// off, one for each byte that starts none (the Unicode standard's maximal subparts).
std::string to_utf8(std::string_view text);

/// Number of code points in well-formed `text`.
std::size_t count_code_points(std::string_view text);

/// The code point at byte `at` (inside `text`), and the byte behind it; U+FFFD for what to_utf8
/// would replace.
struct CodePoint {
  std::uint32_t value;
  std::size_t next;
};
CodePoint code_point_at(std::string_view text, std::size_t at);

/// Appends `code_point` (a scalar value) to `out`.
void append_utf8(std::string& out, std::uint32_t code_point);

/// At most the first `limit` code points of well-formed `text`.
std::string_view first_code_points(std::string_view text, std::size_t limit);

/// Outside text made fit for a line of a log or a message: at most `limit` code points and `...`
/// for what is cut, control characters as blanks, ill-formed bytes as U+FFFD.
std::string one_line(std::string_view text, std::size_t limit);

}  // namespace base
