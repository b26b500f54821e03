#pragma once

/// Searching the mirror (contract 10, decisions 22 to 24). Runs several statements, so the caller
/// holds one read transaction around it.

#include "common/mirror/reader.h"
#include "common/mirror/statements.h"

namespace mirror {

/// Throws SqliteFault, and Fault `unsupported_query_syntax` when FTS5 refuses the expression.
SearchPage search_papers(Statements& statements, const SearchRequest& request);

}  // namespace mirror
