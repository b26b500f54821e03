#include "mcpd/refresh/refresh_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "common/base/exit_codes.h"

namespace refresh {
namespace {

using mirror::NotReady;
using std::chrono::milliseconds;

/// How long until `span` after `stored` is over; nothing when it is, or the instant cannot be read.
/// An instant to come, which a clock set back leaves, counts as now.
milliseconds rest_of(const std::optional<std::string>& stored, milliseconds span,
                     base::WallTime now) {
  const auto then = stored ? base::parse_iso(*stored) : std::nullopt;
  if (!then) return milliseconds(0);
  return std::max(std::min(*then, now) + span - now, milliseconds(0));
}

bool holds_nothing_to_refresh(NotReady reason) {
  switch (reason) {
    case NotReady::kMissing:
    case NotReady::kUnreadable:
    case NotReady::kUnversioned:
    case NotReady::kNewerVersion:
    case NotReady::kMigrating:
      return true;
    case NotReady::kOlderVersion:
    case NotReady::kIncomplete:
    case NotReady::kMissingIndex:
      break;
  }
  return false;
}

}  // namespace

milliseconds pause_between(milliseconds every) {
  return std::min(every, milliseconds(std::chrono::hours(1)));
}

milliseconds time_to_refresh(const Look& look, milliseconds every, base::WallTime now) {
  if (look.not_ready && holds_nothing_to_refresh(*look.not_ready)) return pause_between(every);
  if (look.not_ready == NotReady::kOlderVersion) return milliseconds(0);
  return std::max(rest_of(look.state.completed_at, every, now),
                  rest_of(look.state.started_at, pause_between(every), now));
}

std::string_view outcome_name(Outcome outcome) {
  constexpr std::array<std::string_view, 4> kNames = {"drained", "partial", "skipped", "failed"};
  return kNames.at(static_cast<std::size_t>(outcome));
}

Outcome outcome_of(int status, mirror::HarvestStatus after) {
  if (status == base::status(base::ExitCode::kBusy)) return Outcome::kSkipped;
  if (status != base::status(base::ExitCode::kOk)) return Outcome::kFailed;
  if (after == mirror::HarvestStatus::kComplete) return Outcome::kDrained;
  return after == mirror::HarvestStatus::kInProgress ? Outcome::kPartial : Outcome::kFailed;
}

std::vector<std::string> child_arguments(const std::string& harvestd,
                                         const base::ResolvedSettings& mcpd) {
  std::vector<std::string> arguments = {
      harvestd, "refresh", "--quiet", "--mirror",
      std::filesystem::absolute(mcpd.settings.mirror_path).lexically_normal().string()};
  for (const base::SettingOrigin& setting : mcpd.origins) {
    const bool given = setting.origin == setting.row->option;
    const bool shared = (setting.row->programs & base::kHarvestd) != 0;
    if (!given || !shared || setting.origin == "--mirror") continue;
    arguments.emplace_back(setting.row->option);
    arguments.push_back(setting.value);
  }
  return arguments;
}

}  // namespace refresh
