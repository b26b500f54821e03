#pragma once

/// MathML read as the TeX it was made from (contract 5.5, pass 2).

#include <string>

#include "mcpd/fulltext/html_tokenizer.h"

namespace fulltext {

struct Formula {
  std::string tex;       ///< blank where the element holds none; references decoded once
  bool display = false;  ///< on a line of its own
};

/// Reads the `<math>` element whose start tag `token` holds up to its end: the text of its
/// `application/x-tex` annotation, else its `alttext`. True when the element was never closed and
/// `token` now holds the tag of the page that breaks it off and comes next.
bool read_formula(HtmlTokenizer& tokens, HtmlToken& token, Formula& formula);

}  // namespace fulltext
