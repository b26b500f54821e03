#pragma once

/// Why a search went to arXiv although a mirror is switched on (contract 7.4, 4.10, decision 7),
/// and what a caller can do when arXiv then fails.

#include <string>

#include "common/arxiv/query.h"
#include "common/base/fault.h"
#include "common/mirror/reader.h"

namespace tools {

struct LiveReason {
  std::string name;          ///< as answers and failures tell it; empty without a mirror
  std::string way_out;       ///< a sentence: what lets the mirror answer instead; may be empty
  bool is_of_query = false;  ///< it lies in how the query is written
};

LiveReason live_reason(arxiv::LiveRouteReason reason);
LiveReason live_reason(mirror::NotReady reason);
/// The newest papers are asked of arXiv first.
LiveReason recency();
/// A term matches so many papers that the mirror stops counting.
LiveReason match_cap();
/// Reading the mirror failed.
LiveReason mirror_failed();

/// `fault`, by which arXiv did not answer, with the reason as `liveReason` and a hint.
base::Fault explained(const base::Fault& fault, const LiveReason& reason);

}  // namespace tools
