#include "mirrorctl/condition.h"

#include <array>

namespace mirrorctl {
namespace {

using mirror::NotReady;

constexpr std::array<std::string_view, 7> kNames = {
    "migrating", "harvesting", "none", "damaged", "needs migration", "needs refresh", "ready"};

/// Of a file that no one works on.
Condition at_rest(NotReady reason) {
  switch (reason) {
    case NotReady::kMissing:
    case NotReady::kUnversioned:
      return Condition::kNone;
    case NotReady::kUnreadable:
    case NotReady::kMissingIndex:
      return Condition::kDamaged;
    case NotReady::kOlderVersion:
    case NotReady::kNewerVersion:
      return Condition::kNeedsMigration;
    case NotReady::kMigrating:
      return Condition::kMigrating;
    case NotReady::kIncomplete:
      return Condition::kNeedsRefresh;
  }
  return Condition::kDamaged;
}

bool is_fresh(const mirror::FileStatus& file, base::WallTime now) {
  const auto stored = file.state ? file.state->completed_at : std::nullopt;
  const auto completed = stored ? base::parse_iso(*stored) : std::nullopt;
  return completed && now - *completed <= kLongestUnrefreshed;
}

}  // namespace

Condition condition_of(const mirror::FileStatus& file, base::WallTime now) {
  if (file.lease_lives) return Condition::kMigrating;
  if (file.holder) return Condition::kHarvesting;
  if (file.not_ready) return at_rest(*file.not_ready);
  return is_fresh(file, now) ? Condition::kReady : Condition::kNeedsRefresh;
}

std::string_view condition_name(Condition condition) {
  return kNames.at(static_cast<std::size_t>(condition));
}

}  // namespace mirrorctl
