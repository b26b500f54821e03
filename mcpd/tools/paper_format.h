#pragma once

/// A paper as tools and resources show it (contract 1.0): one JSON form, one text form, both with
/// every field that the paper has.

#include <string>
#include <string_view>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/base/json.h"

namespace tools {

/// The JSON schema of what write_paper writes.
extern const std::string_view kPaperSchema;

/// Appends one object; what arXiv has no value for is left out, never null or "".
void write_paper(json::Writer& out, const arxiv::Paper& paper);
void write_papers(json::Writer& out, const std::vector<arxiv::Paper>& papers);

/// Title, identifier line, authors, abstract, notes, dates and links, one below the other.
std::string paper_text(const arxiv::Paper& paper);

/// The texts of several papers with a rule between; empty when there is none.
std::string papers_text(const std::vector<arxiv::Paper>& papers);

}  // namespace tools
