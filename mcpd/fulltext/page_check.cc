#include "mcpd/fulltext/page_check.h"

namespace fulltext {

bool is_paper(const PageFacts& facts) {
  if (facts.headings) return true;
  return facts.text && !facts.included_pdf && !facts.file_list;
}

}  // namespace fulltext
