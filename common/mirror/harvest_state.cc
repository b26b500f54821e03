#include "common/mirror/harvest_state.h"

#include <algorithm>
#include <array>

#include "common/mirror/sqlite.h"

namespace mirror {
namespace {

constexpr std::array<std::string_view, 4> kStatusNames = {"pending", "in_progress", "complete",
                                                          "error"};

HarvestStatus status_of(std::string_view name) {
  const auto found = std::find(kStatusNames.begin(), kStatusNames.end(), name);
  if (found == kStatusNames.end()) return HarvestStatus::kError;
  return static_cast<HarvestStatus>(found - kStatusNames.begin());
}

}  // namespace

std::string_view harvest_status_name(HarvestStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

HarvestState read_harvest_state(const Database& database) {
  Statement statement(database, R"sql(
SELECT status, last_datestamp, resumption_token, started_at, completed_at, total_records,
  error_message
FROM harvest_state WHERE id = 1)sql");
  Rows rows = statement.query();
  HarvestState state;
  if (!rows.next()) return state;
  state.status = status_of(rows.text(0));
  state.last_datestamp = rows.optional_text(1);
  state.resumption_token = rows.optional_text(2);
  state.started_at = rows.optional_text(3);
  state.completed_at = rows.optional_text(4);
  if (!rows.is_null(5)) state.total_records = rows.integer(5);
  state.error_message = rows.optional_text(6);
  // What is not known to have been a list's end is none, nor is it known which list a token is of.
  if (rows.text(0) != harvest_status_name(state.status)) state.resumption_token = std::nullopt;
  return state;
}

}  // namespace mirror
