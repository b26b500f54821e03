#pragma once

/// Whether a page that arrived is the paper (contract 5.4, decision 54). Pure.

#include "mcpd/fulltext/cleaned_page.h"

namespace fulltext {

/// False of a page without one of the eight kinds of headings that holds nothing to read, or
/// stands in for the pages of a PDF, or lists files. A page with such a heading is the paper,
/// whatever else it holds.
bool is_paper(const PageFacts& facts);

}  // namespace fulltext
