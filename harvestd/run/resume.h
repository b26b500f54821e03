#pragma once

/// Where a run begins, goes on and leaves off: decisions as pure functions (contract 9.6, 11.4,
/// decision 36). They read no clock, file or network.
///
/// A token is an offset into a list that arXiv makes anew for each request: read on from an old
/// one, a list that changed in between loses a record. A day, asked for again as a whole, loses
/// none. So a state keeps a token only where a day alone would not get any further.

#include <optional>
#include <string>

#include "common/mirror/harvest_state.h"
#include "harvestd/oai/page.h"
#include "harvestd/oai/request.h"

namespace harvest {

/// How far a run is. Each function below returns the next one; none changes its argument.
struct Progression {
  ListPosition next;                      ///< what to ask for now
  std::optional<std::string> start;       ///< the checkpoint the run began with, `YYYY-MM-DD`
  std::optional<std::string> checkpoint;  ///< the greatest datestamp stored; never goes back
  bool resumed_token = false;  ///< the run began with a saved token, which arXiv accepted so far
  bool recovered = false;      ///< a token was rejected since the checkpoint last moved
  bool list_ended = false;     ///< the last page has been seen
};

/// Where a run on a file in `saved` begins; `from_scratch` passes over what was saved.
Progression begin(const mirror::HarvestState& saved, bool from_scratch);

/// After `page` of the list.
Progression after_page(const Progression& at, const Page& page);

/// After arXiv rejected the token: on from the checkpoint's day. Nothing when that has been tried
/// since the checkpoint last moved: the run would only read the same page again.
std::optional<Progression> after_rejected_token(const Progression& at);

/// After noRecordsMatch: the list has ended, if there is a checkpoint that says up to where.
/// Nothing without one.
std::optional<Progression> after_no_records(const Progression& at);

/// Why a state is written.
enum class Moment {
  kRunning,   ///< at the start, or with a page
  kComplete,  ///< with the last page
  kBudget,    ///< a refresh stops at its budget
  kFailed,    ///< a failure or a signal
};

/// The parts of harvest_state that follow from where the run is; instants, counts and the error
/// are the caller's to add.
mirror::HarvestState state_at(const Progression& at, Moment moment);

}  // namespace harvest
