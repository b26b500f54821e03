#pragma once

/// Searches with a full-text term, driven from its matches (contract 10.1).

#include "common/arxiv/query.h"
#include "common/mirror/hits.h"
#include "common/mirror/statements.h"

namespace mirror {

/// Groups and window are tested on each match's own row; no other row and no junction is read.
/// With `ends_at_cap` a term that reaches the cap is counted and no more. Throws SqliteFault, and
/// Fault `unsupported_query_syntax` when FTS5 refuses the expression.
Found find_by_term(Statements& statements, const arxiv::MirrorQuery& query, const Order& order,
                   const PageBounds& page, bool ends_at_cap);

/// True when the stored, space-delimited `codes` hold one of `group` as a whole word.
bool lists_code_of(std::string_view codes, const arxiv::CategoryGroup& group);

}  // namespace mirror
