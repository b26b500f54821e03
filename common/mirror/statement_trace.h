#pragma once

/// What a search ran, for `mirrorctl explain`: each statement with SQLite's plan of it, how often
/// it ran, the rows it gave and the time it took.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/mirror/sqlite.h"

namespace mirror {

struct TracedStatement {
  std::string sql;                ///< with its parameters as `?1`, ...
  std::vector<std::string> plan;  ///< lines of EXPLAIN QUERY PLAN, indented by their depth
  std::int64_t runs = 0;
  std::int64_t rows = 0;
  std::chrono::nanoseconds time{};
};

/// Listens to one connection while it lives; that connection's thread alone.
class StatementTrace {
 public:
  explicit StatementTrace(const Database& database);
  ~StatementTrace();
  StatementTrace(const StatementTrace&) = delete;
  StatementTrace& operator=(const StatementTrace&) = delete;

  /// Ends the listening and tells what ran, in the order of the first runs. Throws SqliteFault.
  std::vector<TracedStatement> finish();

 private:
  static int listen(unsigned event, void* self, void* statement, void* detail) noexcept;
  void note(unsigned event, sqlite3_stmt* statement, const void* detail);

  const Database& database_;
  std::vector<TracedStatement> traced_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace mirror
