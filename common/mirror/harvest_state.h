#pragma once

/// The row in which a harvest says how far it is (contract 9.6). Read by everyone, written by
/// harvestd alone.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mirror {

class Database;

enum class HarvestStatus { kPending, kInProgress, kComplete, kError };

/// `pending`, `in_progress`, `complete`, `error`.
std::string_view harvest_status_name(HarvestStatus status);

struct HarvestState {
  HarvestStatus status = HarvestStatus::kPending;
  std::optional<std::string> last_datestamp;  ///< `YYYY-MM-DD`, the checkpoint
  std::optional<std::string> resumption_token;
  std::optional<std::string> started_at;      ///< ISO instant, as completed_at
  std::optional<std::string> completed_at;    ///< once set, never cleared: the file is ready
  std::optional<std::int64_t> total_records;  ///< papers at the last completed run
  std::optional<std::string> error_message;

  bool operator==(const HarvestState&) const = default;
};

/// The stored state; a file without the row reads as pending. An unknown status word reads as
/// an error state without a token. Throws SqliteFault.
HarvestState read_harvest_state(const Database& database);

}  // namespace mirror
