#pragma once

/// Where a run begins, goes on and leaves off: decisions as pure functions (contract 9.6, 11.4,
/// decision 36). They read no clock, file or network.
///
/// A token is an offset into a list that arXiv makes anew for each request: read on from an old
/// one, a list that changed in between loses a record. A day, asked for again as a whole, loses
/// none. So a state keeps a token only where a day alone would not get any further. What changes
/// while a list is read is made good at its end (sightings.h): the days in doubt are read again
/// before the list counts as complete.
///
/// noRecordsMatch has two meanings. In answer to a day it says that nothing has changed since:
/// complete (decision 36), and were it wrong (a cache keeps it until midnight), the next refresh
/// asks for that day again. In answer to a token it says that the list has become shorter than
/// what was read of it, as when another copy of arXiv's database answers: that is no end of the
/// list, and the token is worth as little as one that was rejected.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  bool list_ended = false;     ///< the last page has been seen, and no day is to be read again
  /// Days to be read again behind the list's end; the first one is being read. Empty before.
  std::vector<std::string> rereads;
};

/// Where a run on a file in `saved` begins; `from_scratch` passes over what was saved. So does a
/// checkpoint that is none up to `latest` (writer/checkpoint.h): from a day to come everything
/// until then would be passed over, and arXiv refuses to be asked from one before its first. A
/// whole list loses nothing.
Progression begin(const mirror::HarvestState& saved, bool from_scratch, std::string_view latest);

/// True of a state whose last run and checkpoint are both behind `latest`: it is the clock that is
/// wrong, and the checkpoint may be right.
bool clock_is_behind(const mirror::HarvestState& saved, std::string_view latest);

/// After `page` of the list, or of a day that is read again. `today` is the day by our own clock:
/// a datestamp beyond both it and the day of the answer does not move the checkpoint any further
/// than the later of the two, or what changes in between would be passed over.
Progression after_page(const Progression& at, const Page& page, std::string_view today);

/// After arXiv rejected the token, or had no records for it: on from the checkpoint's day, or anew
/// with the day that is read again. Nothing when that has been tried since the checkpoint last
/// moved, or the day was begun: the run would only read the same page again.
std::optional<Progression> after_rejected_token(const Progression& at);

/// After noRecordsMatch in answer to a day: the list has ended, if there is a checkpoint that says
/// up to where. Nothing without one.
std::optional<Progression> after_no_records(const Progression& at);

/// At the list's end: on to the first of `days`, which are in doubt; unchanged when there are none.
Progression then_reread(const Progression& at, std::vector<std::string> days);

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
