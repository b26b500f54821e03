#pragma once

/// SQLite's C handles as values with an owner. A Database and its Statements belong to one thread:
/// connections are opened NOMUTEX.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <sqlite3.h>

#include "common/base/deadline.h"
#include "common/base/fault.h"

namespace mirror {

/// Every failure SQLite reports. The message is fit for a client; `detail` (the file's path where
/// it is known, and SQLite's own words) is for the log alone. Told apart by code, never by wording.
class SqliteFault : public base::Fault {
 public:
  SqliteFault(int extended_code, std::string detail);

  int extended_code() const { return extended_code_; }
  int primary_code() const { return extended_code_ & 0xFF; }
  bool is_busy() const { return primary_code() == SQLITE_BUSY || primary_code() == SQLITE_LOCKED; }
  bool is_interrupt() const { return primary_code() == SQLITE_INTERRUPT; }
  const std::string& detail() const { return detail_; }

 private:
  int extended_code_;
  std::string detail_;
};

/// One connection. Opening sets what every connection of ours has: extended result codes, no
/// extensions, defensive mode, untrusted schema, no double-quoted strings, length limits.
class Database {
 public:
  /// `flags` are SQLITE_OPEN_ flags; NOMUTEX is added. A failed open leaves nothing behind.
  Database(const std::string& path, int flags);

  sqlite3* handle() const { return handle_.get(); }
  /// Runs one statement that returns no row anyone wants.
  void execute(std::string_view sql);
  /// The first column of the first row, or nothing when there is no row or it is NULL.
  std::optional<std::int64_t> integer(std::string_view sql) const;
  std::optional<std::string> text(std::string_view sql) const;
  /// Lets the file's triggers write its full-text index: SQLite 3.40 counts FTS5 tables as unsafe
  /// inside triggers unless the schema is trusted. For the writer, whose schema is its own.
  void trust_schema();
  bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }
  /// From now on a lock that another connection holds is waited for, `longest` at most, before a
  /// statement fails as busy. A stop request ends the wait at once: it then throws kCancelled.
  /// Statements made before do not know of it.
  void wait_for_locks(std::chrono::milliseconds longest, std::stop_token stop);

 private:
  friend class Statement;
  struct LockWait {
    std::chrono::milliseconds longest;
    std::stop_token stop;
    base::Deadline deadline;  ///< of the wait under way
  };
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<LockWait> lock_wait_;  // outlives the connection that looks at it
  std::unique_ptr<sqlite3, Close> handle_;
};

class Rows;

/// One prepared statement, reusable. Outlives no Database.
class Statement {
 public:
  /// `sql` is exactly one statement.
  Statement(const Database& database, std::string_view sql);

  /// Binds `values` to the parameters in order and returns the rows. Texts are not copied: they
  /// have to live until the Rows are gone. One use at a time.
  template <class... Values>
  Rows query(const Values&... values);
  /// The same, to completion; rows are ignored.
  template <class... Values>
  void run(const Values&... values);

  sqlite3_stmt* handle() const { return handle_.get(); }

 private:
  friend class Rows;
  void bind(int at, std::string_view value);
  void bind(int at, std::int64_t value);
  void bind(int at, double value);
  void bind(int at, std::nullptr_t);
  void bind(int at, const std::optional<std::string>& value);
  void bind(int at, const std::optional<std::int64_t>& value) {
    value ? bind(at, *value) : bind(at, nullptr);
  }
  void bind(int at, const std::string& value) { bind(at, std::string_view(value)); }
  void bind(int at, const char* value) { bind(at, std::string_view(value)); }
  void bind(int at, int value) { bind(at, static_cast<std::int64_t>(value)); }
  bool step();
  [[noreturn]] void fail(int code) const;

  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  const Database::LockWait* lock_wait_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// One use of a Statement: walks its rows and resets it at the end. Texts of a row are valid until
/// the next call of next().
class Rows {
 public:
  explicit Rows(Statement& statement) : statement_(&statement) {}
  Rows(Rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Rows& operator=(Rows&&) = delete;
  ~Rows();

  bool next() { return statement_->step(); }
  bool is_null(int column) const;
  bool is_integer(int column) const;
  std::string_view text(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::optional<std::string> optional_text(int column) const;

 private:
  Statement* statement_;
};

template <class... Values>
Rows Statement::query(const Values&... values) {
  Rows rows(*this);
  int at = 0;
  (bind(++at, values), ...);
  return rows;
}

template <class... Values>
void Statement::run(const Values&... values) {
  Rows rows = query(values...);
  while (rows.next()) {
  }
}

/// While it lives, a stop request or the deadline ends the running statement of `database`, which
/// then fails with SQLITE_INTERRUPT. A stop request interrupts at once, also where FTS5 reads its
/// index without running an instruction of SQLite's.
class InterruptGuard {
 public:
  InterruptGuard(const Database& database, base::Deadline deadline, std::stop_token stop);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct Interrupt {
    sqlite3* handle;
    void operator()() const { sqlite3_interrupt(handle); }
  };
  const Database& database_;
  base::Deadline deadline_;
  std::stop_token stop_;
  std::optional<std::stop_callback<Interrupt>> interrupt_;  ///< ends before the handler it backs
};

}  // namespace mirror
