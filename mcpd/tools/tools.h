#pragma once

/// The four tools (contract 1), each made in the file of its name. What they are given outlives
/// the Registry they are put into.

#include "mcpd/mcp/registry.h"
#include "mcpd/tools/paper_lookup.h"
#include "mcpd/tools/paper_reader.h"
#include "mcpd/tools/paper_search.h"

namespace tools {

mcp::Tool search_papers_tool(const PaperSearch& search);
mcp::Tool get_metadata_tool(const PaperLookup& lookup);
mcp::Tool read_paper_tool(PaperReader& reader);
mcp::Tool list_categories_tool();

}  // namespace tools
