#include "mcpd/fulltext/page_check.h"

#include <doctest/doctest.h>

namespace {

using fulltext::is_paper;
using fulltext::PageFacts;

TEST_CASE("items 74 and 75, decision 54: which pages are the paper, by every fact") {
  for (unsigned bits = 0; bits < 32; ++bits) {
    const auto has = [bits](unsigned bit) { return (bits & bit) != 0; };
    const PageFacts facts{has(1), has(2), has(4), has(8), has(16)};
    CAPTURE(bits);
    const bool stands_in = facts.included_pdf || facts.file_list || !facts.text;
    CHECK(is_paper(facts) == (facts.headings || !stands_in));
  }
}

}  // namespace
