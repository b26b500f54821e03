#pragma once

/// How a mirror is, in one word for people and scripts. Pure.

#include <string_view>

#include "common/base/clock.h"
#include "common/mirror/file_status.h"

namespace mirrorctl {

/// The first that is true, in this order.
enum class Condition {
  kMigrating,       ///< a writer brings the file to the current version: its lease lives
  kHarvesting,      ///< a writer is at work: someone holds the lock
  kNone,            ///< there is no file, or no one has written a mirror into it
  kDamaged,         ///< the file cannot be read, or lacks a part: `harvestd verify` tells which
  kNeedsMigration,  ///< of another version than the programs: `harvestd migrate`, or newer programs
  kNeedsRefresh,    ///< the first harvest never ended, or the last full one is over two days old
  kReady,           ///< none of these
};

/// A daily refresh that failed once or started late is no reason for a warning.
inline constexpr std::chrono::hours kLongestUnrefreshed(48);

Condition condition_of(const mirror::FileStatus& file, base::WallTime now);

/// `migrating`, `harvesting`, `none`, `damaged`, `needs migration`, `needs refresh`, `ready`.
std::string_view condition_name(Condition condition);

}  // namespace mirrorctl
