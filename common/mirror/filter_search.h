#pragma once

/// Searches by category and date alone, along indexes (contract 10.1 to 10.3).

#include "common/arxiv/query.h"
#include "common/mirror/hits.h"
#include "common/mirror/statements.h"

namespace mirror {

/// `query` has no term and names each code of a group once. One code alone is counted exactly;
/// any other count stops at kMatchCap. Throws SqliteFault.
Found find_by_filters(Statements& statements, const arxiv::MirrorQuery& query, const Order& order,
                      const PageBounds& page);

}  // namespace mirror
