#pragma once

/// Opening the mirror file without ever changing it or making one (decision 38).

#include <string>
#include <sys/types.h>

#include "common/mirror/reader.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// Which file a path led to.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

/// Thrown for a path that holds nothing SQLite should be let near.
struct CannotOpen {
  NotReady reason;
  std::string detail;  ///< for the log; holds the path
};

/// The file that `path` leads to through symbolic links, beside which SQLite keeps the -wal and
/// writers their lock; `path` itself where that cannot be told.
std::string target_of(const std::string& path);

/// The regular file at `path`. Throws CannotOpen.
FileIdentity identify_file(const std::string& path);

/// A query-only connection that waits for no writer, only a moment for another reader that restores
/// the log's index, and never checkpoints, to a file that begins and is as long as a whole database
/// should: otherwise CannotOpen is thrown before SQLite reads from it, and no side file comes to
/// be. Where the writer left its -wal and -shm this needs no permission to write; where the folder
/// may be written SQLite makes them itself. Never `immutable=1`, which would ignore the log of a
/// live writer. Throws SqliteFault.
Database open_read_only(const std::string& path);

}  // namespace mirror
