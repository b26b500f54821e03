#include "common/base/help.h"

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace base {
namespace {

void append_wrapped(std::string& out, std::string_view line) {
  const std::size_t indent = line.starts_with("  ") ? kHelpColumn : 0;
  std::size_t room = kHelpWidth;
  while (count_code_points(line) > room) {
    const std::size_t text = line.find_first_not_of(' ');
    std::size_t end = first_code_points(line, room + 1).rfind(' ');
    if (end == std::string_view::npos || end < text) end = line.find(' ', text);
    if (end == std::string_view::npos) break;
    out += line.substr(0, end);
    out += '\n';
    out.append(indent, ' ');
    line.remove_prefix(end + 1);
    room = kHelpWidth - indent;
  }
  out += line;
  out += '\n';
}

}  // namespace

std::string wrap_help(std::string_view help) {
  std::string out;
  bool after_blank = true;
  for (const std::string_view line : split(help, '\n')) {
    const bool blank = trim(line).empty();
    if (line.starts_with("Usage:") && !after_blank) out += '\n';
    if (!(blank && after_blank)) append_wrapped(out, blank ? "" : line);
    after_blank = blank;
  }
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace base
