#include "mcpd/resources/indent.h"

namespace resources {
namespace {

/// The place behind the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

bool opens(char c) {
  return c == '{' || c == '[';
}
bool closes(char c) {
  return c == '}' || c == ']';
}

}  // namespace

std::string indent_json(std::string_view compact) {
  std::string out;
  std::size_t depth = 0;
  const auto new_line = [&] { out.append(1, '\n').append(2 * depth, ' '); };
  for (std::size_t at = 0; at < compact.size();) {
    const char c = compact[at];
    if (c == '"') {
      const std::size_t end = end_of_string(compact, at);
      out += compact.substr(at, end - at);
      at = end;
      continue;
    }
    ++at;
    const bool empty = opens(c) && at < compact.size() && closes(compact[at]);
    if (closes(c)) {
      --depth;
      new_line();
    }
    out += c;
    if (empty) {
      out += compact[at++];
    } else if (opens(c)) {
      ++depth;
      new_line();
    } else if (c == ',') {
      new_line();
    } else if (c == ':') {
      out += ' ';
    }
  }
  return out;
}

}  // namespace resources
