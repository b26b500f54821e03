#pragma once

/// Opening the mirror file to write it. Used under the writer's lock (lock.h).

#include <chrono>
#include <string>

#include "common/base/clock.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// A connection with the settings every writer has (decisions 38, 39), on a file of the current
/// version: a new or empty file gets schema and version in its first commit (contract 9.3).
///
/// Throws, with nothing changed: Fault kConfiguration for a file of another version or of another
/// program; Fault kConflict `migration_in_progress` while a migration's lease lives, that is was
/// renewed within `lease`; SqliteFault for what cannot be opened or written.
Database open_for_writing(const std::string& path, std::chrono::milliseconds lease,
                          const base::WallClock& clock);

/// Moves everything from the side file into the mirror file and empties it, so that readers find
/// it short. A reader in the middle of a search may keep some of it: that is no failure.
void checkpoint(Database& database);

}  // namespace mirror
