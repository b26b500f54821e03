#pragma once

/// What a harvest says of itself, as text (contract 11.8, decision 47). Pure.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/clock.h"
#include "common/base/human.h"
#include "common/base/number.h"

namespace harvest {

using base::span_text;
using base::with_separators;
using std::chrono::milliseconds;

/// What a run has done so far.
struct Totals {
  std::int64_t pages = 0;
  std::int64_t records = 0;
  std::int64_t tombstones = 0;
  std::int64_t skipped = 0;                   ///< records without arXivRaw
  std::optional<std::string> last_datestamp;  ///< the day reached
  std::optional<std::int64_t> expected;       ///< records the list may hold, where that is known
};

/// One line of at most `width` cells for a terminal, with a bar and the time left when the size of
/// the list is known. What has no room is left out, the least telling first.
std::string live_line(const Totals& totals, milliseconds elapsed, std::size_t width);

/// What a terminal or the service manager shows of a wait until `until`.
std::string wait_line(std::string_view why, base::WallTime until);

/// One whole line for a log.
std::string plain_line(const Totals& totals, milliseconds elapsed);

/// The first fill's own line, for terminal and log: `indexing 25,000/1,000,000 papers`.
std::string indexing_line(std::int64_t indexed, std::int64_t papers);

/// The last line: what happened and what it came to. `outcome` is a word of the JSON form.
std::string summary_line(std::string_view outcome, const Totals& totals, milliseconds elapsed);

/// One JSON object: `event` progress.
std::string json_progress(const Totals& totals, milliseconds elapsed);

/// One JSON object: `event` indexing, with indexed, papers and seconds.
std::string json_indexing(std::int64_t indexed, std::int64_t papers, milliseconds elapsed);

/// One JSON object: `event` step, with `text`.
std::string json_step(std::string_view text);

/// One JSON object: `event` end, `outcome` drained, partial, skipped or failed. A failure has its
/// `error`, and `reason` where the fault has one.
std::string json_end(std::string_view outcome, const Totals& totals, milliseconds elapsed,
                     std::string_view error, std::string_view reason);

}  // namespace harvest
