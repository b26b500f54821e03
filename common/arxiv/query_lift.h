#pragma once

/// Takes the filters out of a query (contract 7.3): `cat:` and `submittedDate:` operands become
/// groups and a window, what is left is for the text index.

#include <cstddef>
#include <optional>
#include <vector>

#include "common/arxiv/query.h"
#include "common/arxiv/query_tree.h"

namespace arxiv {

struct LiftedQuery {
  std::vector<CategoryGroup> groups;
  std::optional<DateWindow> window;
  QueryTree residual;               ///< text operands alone
  std::optional<std::size_t> root;  ///< of `residual`; nothing when the query was filters alone
  std::optional<LiveRouteReason> live;
};

/// Lifts every filter that is a conjunct of the whole query, or says why one cannot be.
LiftedQuery lift_filters(const QueryTree& tree);

}  // namespace arxiv
