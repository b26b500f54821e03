#pragma once

/// A look into a mirror that a program under test may be using.

#include <chrono>
#include <string>

#include "common/mirror/sqlite.h"

namespace testing {

/// A connection that waits while a program restores or closes the log, or writes.
inline mirror::Database open_mirror(const std::string& file, int flags = SQLITE_OPEN_READONLY) {
  mirror::Database database(file, flags);
  database.wait_for_locks(std::chrono::seconds(5), {});
  return database;
}

}  // namespace testing
