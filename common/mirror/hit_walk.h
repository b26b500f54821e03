#pragma once

/// Walks along an index of the mirror that yield each matching paper once, in an order (contract
/// 10.1, 10.2). None reads a row of `papers`.

#include <memory>
#include <vector>

#include "common/arxiv/query.h"
#include "common/mirror/hits.h"
#include "common/mirror/statements.h"

namespace mirror {

class HitWalk {
 public:
  virtual ~HitWalk() = default;
  /// Moves on to the next paper and describes it in `hit`; false at the end.
  virtual bool next(Hit& hit) = 0;
};

/// The papers published in `window`. An order without a date asks for no order and costs no sort.
std::unique_ptr<HitWalk> walk_window(Statements& statements, const Order& order,
                                     arxiv::DateWindow window);

/// The papers published in `window` and filed under a code of `group`. An order without a date
/// asks for no particular one.
std::unique_ptr<HitWalk> walk_codes(Statements& statements, const Order& order,
                                    arxiv::DateWindow window, const arxiv::CategoryGroup& group);

/// The papers filed under a code of `group`, by identifier and without their dates: what goes
/// through all of them in the order of another index by identifier reads each page of it once.
std::unique_ptr<HitWalk> walk_codes_by_id(Statements& statements,
                                          const arxiv::CategoryGroup& group);

/// Those of `walk` that are filed under a code of each of `groups`, at one seek a paper.
std::unique_ptr<HitWalk> keep_filed_under(std::unique_ptr<HitWalk> walk, Statements& statements,
                                          std::vector<arxiv::CategoryGroup> groups);

}  // namespace mirror
