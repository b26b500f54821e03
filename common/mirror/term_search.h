#pragma once

/// Searches with a full-text term, driven from its matches (contract 10.1).

#include "common/arxiv/query.h"
#include "common/mirror/hits.h"
#include "common/mirror/statements.h"

namespace mirror {

/// Groups and window are tested on each match's own row, of the search aids where the file has
/// them, else of `papers`; no other row and no junction is read. With `ends_at_cap` a term that
/// reaches the cap is counted and no more. Throws SqliteFault, and Fault `unsupported_query_syntax`
/// when FTS5 refuses the expression.
Found find_by_term(Statements& statements, const arxiv::MirrorQuery& query, const Order& order,
                   const PageBounds& page, bool ends_at_cap);

}  // namespace mirror
