#pragma once

/// Where two pieces of text meet because a tag between them is left out.

#include <string>
#include <string_view>

#include "mcpd/fulltext/element_class.h"

namespace fulltext {

/// Watches what is appended to one text, which outlives it.
class TextJoint {
 public:
  explicit TextJoint(std::string& out) : out_(out) {}

  /// The start or end tag of a span with such an edge was left out.
  void leave_out(ElementClass::Edge edge) { edge_ = edge_ < edge ? edge : edge_; }

  /// `text` comes next. Where it would go on in the word before it, the edge of a box becomes a
  /// blank and that of a listing's token a `<wbr>`, which the word is the same with; and a `<` that
  /// was no markup does not become any. True when a blank was added.
  bool meet(std::string_view text);

 private:
  std::string& out_;
  ElementClass::Edge edge_ = ElementClass::Edge::kNone;
};

}  // namespace fulltext
