#pragma once

/// What can be said of a mirror file for people, ready or not. Reads query-only, creates nothing.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "common/mirror/harvest_state.h"
#include "common/mirror/lease.h"
#include "common/mirror/reader.h"

namespace mirror {

struct FileStatus {
  std::string path;
  bool exists = false;
  std::int64_t bytes = 0;  ///< the file and its -wal together
  /// Unset where the file cannot be read or holds no such thing.
  std::optional<std::int64_t> schema_version;
  std::optional<std::int64_t> papers;
  std::optional<HarvestState> state;
  std::optional<MigrationLease> lease;
  bool lease_lives = false;
  /// What the writer that holds `<path>.lock` wrote into it (decision 32); unset when none does.
  std::optional<std::string> holder;
  std::optional<NotReady> not_ready;  ///< unset when the file answers
  std::string detail;                 ///< SQLite's or the system's own words on `not_ready`
};

/// Never throws for a file that cannot be read. `lease` as for Reader::open. Counts the papers, so
/// it takes as long as reading one index of the file.
FileStatus read_file_status(const std::string& path, std::chrono::milliseconds lease);

}  // namespace mirror
