#pragma once

/// Bringing a mirror file of an older version up to this one, in place (contract 9.3, 9.5;
/// decisions 28, 32). Every commit renews the lease that tells others of it; a migration that was
/// broken off anywhere goes on in the step it stopped in when the file is opened again. One thread;
/// under the writer's lock (lock.h).

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "common/base/clock.h"
#include "common/mirror/sqlite.h"
#include "harvestd/writer/lease_claim.h"

namespace mirror {

/// How far a migration is: what the last commit left behind.
struct MigrationProgress {
  std::string_view part;  ///< what is done on the way to `to`; empty at the end of a version
  int from = 0;  ///< the version the file records, `to` where only indexes or aids are made
  int to = 0;
  std::int64_t done = 0;
  std::int64_t total = 0;
  std::string_view unit = "rows";  ///< of `done` and `total`
};

/// `mirror migration v1->v2 (dates): 5000/3040000 rows`, in the end `mirror migration v1->v2:
/// done`.
std::string progress_text(const MigrationProgress& progress);

/// Called after every commit. What it throws ends the migration there; the next one goes on.
using MigrationWatch = std::function<void(const MigrationProgress&)>;

/// How a writer opens the file.
struct OpenRules {
  std::chrono::milliseconds lease;  ///< how long a lease lives without being renewed
  base::WallClock clock = base::wall_now;
  std::stop_token stop = {};    ///< ends waits and migrations at once, with Fault kCancelled
  MigrationWatch watch = {};    ///< may be empty
  std::int64_t window = 5'000;  ///< rows a transaction of it or of the aids looks at
  bool search_aids = true;      ///< a finished file is to have its search aids
};

/// The lease for bringing `database` up, or nothing when it is as this program writes it: of this
/// version, with no index of another shape. Within the caller's transaction, which has found the
/// file to be a mirror of this version or an older one and no lease on it alive. The table of the
/// lease is made anew where it is missing or of another shape.
std::optional<LeaseClaim> claim_migration(Database& database, const OpenRules& rules);

/// Does what `claim` was taken for and gives it up with the last commit. Not within a transaction.
/// Throws Fault kConflict `migration_lease_lost`, writing nothing more, when another program has
/// taken the lease over; kCancelled after a stop request; SqliteFault. What was committed stays.
void migrate(Database& database, const LeaseClaim& claim, const OpenRules& rules);

}  // namespace mirror
