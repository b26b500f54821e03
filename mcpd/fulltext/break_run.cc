#include "mcpd/fulltext/break_run.h"

#include "common/base/text.h"

namespace fulltext {

void BreakRun::begin(std::size_t begin) {
  begin_ = begin;
  breaks_ = 1;
}

bool BreakRun::join() {
  if (breaks_ == 0) return false;
  if (breaks_ == 1) {
    out_.resize(begin_);
    out_ += "<br>\n";
    breaks_ = 2;
  }
  return true;
}

std::string_view BreakRun::pass_text(std::string_view text) {
  if (breaks_ == 0) return text;
  std::size_t content = 0;
  while (content < text.size() && base::is_space(text[content]))
    ++content;
  if (breaks_ == 2) text.remove_prefix(content);
  if (breaks_ == 1 && content == text.size()) return text;
  if (!text.empty()) breaks_ = 0;
  return text;
}

}  // namespace fulltext
