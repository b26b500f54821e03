#pragma once

/// A C++ conversion as an SQL function, so that one statement converts a window of rows: SQLite has
/// the full-text index written out before each statement that changes papers.

#include <string>
#include <string_view>

#include "common/mirror/sqlite.h"

namespace mirror {

/// While it lives, the connection's own statements may call `name(text)`; NULL stays NULL. The
/// database and `name` outlive it.
class TextFunction {
 public:
  using Convert = std::string (*)(std::string_view);

  TextFunction(Database& database, const char* name, Convert convert);
  ~TextFunction();
  TextFunction(const TextFunction&) = delete;
  TextFunction& operator=(const TextFunction&) = delete;

 private:
  static void call(sqlite3_context* context, int count, sqlite3_value** values);

  Database& database_;
  const char* name_;
  Convert convert_;
};

}  // namespace mirror
