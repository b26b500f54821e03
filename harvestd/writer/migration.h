#pragma once

/// Bringing a mirror file of an older version up to this one, in place (contract 9.3, 9.5;
/// decisions 28, 32). One thread; under the writer's lock (lock.h).

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "common/base/clock.h"

namespace mirror {

/// How far a migration is: what the last commit left behind.
struct MigrationProgress {
  std::string_view part;  ///< what is done on the way to `to`: "dates", "full-text index"
  int from = 0;           ///< the version the file records
  int to = 0;
  std::int64_t done = 0;  ///< rows, or objects where a part makes objects
  std::int64_t total = 0;
};

/// `mirror migration v1->v2 (dates): 5000/3040000 rows`.
std::string progress_text(const MigrationProgress& progress);

/// Called after every commit. What it throws ends the migration there; the next one goes on.
using MigrationWatch = std::function<void(const MigrationProgress&)>;

/// How a writer opens the file.
struct OpenRules {
  std::chrono::milliseconds lease;  ///< how long a lease lives without being renewed
  base::WallClock clock = base::wall_now;
  std::stop_token stop = {};    ///< ends waits and migrations at once, with Fault kCancelled
  MigrationWatch watch = {};    ///< may be empty
  std::int64_t window = 5'000;  ///< rows a transaction of a migration looks at
};

}  // namespace mirror
