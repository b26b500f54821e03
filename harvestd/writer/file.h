#pragma once

/// Opening the mirror file to write it. Used under the writer's lock (lock.h).

#include <string>
#include <string_view>

#include "common/mirror/sqlite.h"
#include "harvestd/writer/migration.h"

namespace mirror {

/// A page of records touches leaves all over the indexes: with so much of them in memory, and a log
/// of four times that, few are read again or copied twice.
inline constexpr std::string_view kWriterCache = "PRAGMA cache_size = -65536";

/// A connection with the settings every writer has (decisions 38, 39), on a file of the current
/// version: a new or empty file gets schema and version in its first commit (contract 9.3), without
/// what comes at the end of its first fill (first_fill.h); one of an older version is migrated
/// (migration.h), and a finished one without search aids gets them (search_aids_fill.h).
///
/// Throws, with nothing changed: Fault kConfiguration for a file of a newer version, one whose
/// tables are not those of its version, or one of another program; Fault kConflict
/// `migration_in_progress` while a migration's lease lives, that is was renewed within
/// OpenRules::lease; SqliteFault for what cannot be opened or written, also for a lock that another
/// program holds for longer than 5 s; kCancelled after a stop request.
Database open_for_writing(const std::string& path, const OpenRules& rules);

/// A second connection of the writer's to its file, for what sorts a whole table: in temporary
/// files, where one of open_for_writing() sorts in memory. Neither is in a transaction while the
/// other is.
Database open_sorter(const Database& database);

/// Moves everything from the side file into the mirror file and empties it, so that readers find
/// it short. A reader in the middle of a search may keep some of it: that is no failure.
void checkpoint(Database& database);

}  // namespace mirror
