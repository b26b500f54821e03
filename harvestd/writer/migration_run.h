#pragma once

/// One migration under way: what its parts (migration_parts.h) have in common.

#include <cstdint>
#include <functional>
#include <string_view>

#include "harvestd/writer/migration.h"

namespace mirror {

/// Rows of one table: those with a rowid above `after`, up to and with `last`.
struct RowWindow {
  std::int64_t after = 0;
  std::int64_t last = 0;
};

/// How the rows of a table are walked.
struct RowWalk {
  std::string_view count;  ///< one number
  std::string_view next;   ///< last rowid and number of the ?2 rows at most behind rowid ?1
};

extern const RowWalk kPaperRows;
extern const RowWalk kCategoryRows;

class MigrationRun {
 public:
  /// What the parameters refer to outlives this object.
  MigrationRun(Database& database, const LeaseClaim& claim, const OpenRules& rules);

  Database& database() { return database_; }
  /// The version that the file recorded when this run began.
  int found_version() const { return found_version_; }
  /// The version at which the file's migration began, in this run or one broken off before it.
  int from_version() const { return claim_.from_version(); }

  /// What the next commits are for: `name`, on the way to version `to`.
  void begin_part(std::string_view name, int to);

  /// One transaction: renews the lease or throws, does `work`, commits; then tells the watch that
  /// `done` of `total` is behind it. Throws kCancelled before it begins when a stop is requested.
  void commit(const std::function<void()>& work, std::int64_t done, std::int64_t total,
              std::string_view unit = "rows");

  /// One such transaction for each window of a table, in the order of the rowids.
  void walk(const RowWalk& table, const std::function<void(const RowWindow&)>& work);

  /// The version that begin_part() named is reached; with the last one the lease ends.
  void record_version();

 private:
  Database& database_;
  const LeaseClaim& claim_;
  const OpenRules& rules_;
  const int found_version_;
  MigrationProgress progress_;
};

}  // namespace mirror
