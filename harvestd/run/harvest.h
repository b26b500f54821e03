#pragma once

/// One run: from the saved state to the end of arXiv's list, or to the budget.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "common/base/clock.h"
#include "common/base/deadline.h"
#include "harvestd/run/fetch.h"
#include "harvestd/run/progress.h"
#include "harvestd/writer/store.h"

namespace harvest {

struct Plan {
  bool from_scratch = false;  ///< the whole list, whatever was saved
  /// When the indexing at the list's end stops; pages have FetchRules::end. An init has none.
  base::Deadline budget = base::Deadline::never();
};

enum class Outcome {
  kDrained,  ///< the list was read to its end
  kPartial,  ///< the budget was reached first
};

struct Result {
  Outcome outcome = Outcome::kDrained;
  Totals totals;
};

/// Runs to the end, storing page by page. When it fails (any Fault of the fetcher or the store; or
/// kValidation `token_recovery_stalled`, kNotFound for noRecordsMatch without a checkpoint,
/// kCancelled after `stop`) the state says so and why before the exception leaves; what had been
/// stored stays, and the next run goes on there.
Result run(const Plan& plan, mirror::Store& store, PageFetcher& fetcher, Progress& progress,
           const base::WallClock& clock, const std::stop_token& stop);

/// Throws Fault kConfiguration, naming the least budget, when `budget` is under one page's cycle.
void require_sufficient_budget(milliseconds budget, const FetchRules& rules);

}  // namespace harvest
