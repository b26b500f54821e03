#include "mcpd/fulltext/text_joint.h"

#include "common/base/text.h"

namespace fulltext {
namespace {

using Edge = ElementClass::Edge;

/// True of a byte of a word; every character that is not ASCII is taken for one.
bool is_of_word(char c) {
  return base::is_letter(c) || base::is_digit(c) || c == '_' || static_cast<unsigned char>(c) > 127;
}

bool makes_markup(char behind) {
  return base::is_letter(behind) || behind == '/' || behind == '!' || behind == '?';
}

}  // namespace

bool TextJoint::meet(std::string_view text) {
  const Edge edge = edge_;
  edge_ = Edge::kNone;
  if (text.empty() || out_.empty()) return false;
  if (out_.back() == '<' && makes_markup(text.front())) {
    out_.back() = '&';
    out_ += "lt;";
  }
  if (edge == Edge::kNone || !is_of_word(out_.back()) || !is_of_word(text.front())) return false;
  out_ += edge == Edge::kBox ? " " : "<wbr>";
  return edge == Edge::kBox;
}

}  // namespace fulltext
