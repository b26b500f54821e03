#include "common/mirror/sqlite.h"

#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "tests/support/temp_dir.h"

namespace {

using mirror::Database;
using mirror::SqliteFault;
using mirror::Statement;

Database in_memory() {
  return Database(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

int code_of(const auto& call) {
  try {
    call();
  } catch (const SqliteFault& fault) {
    return fault.extended_code();
  }
  return SQLITE_OK;
}

// Runs until it is interrupted.
constexpr std::string_view kEndless =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

TEST_CASE("values go in and come out as they are") {
  const Database database = in_memory();
  Statement echo(database, "SELECT ?1, ?2, ?3, ?4, ?5");
  const std::optional<std::string> none;
  const std::string with_nul("a\0b", 3);
  mirror::Rows rows = echo.query(with_nul, 9'000'000'000, 1.5, none, std::string_view());
  REQUIRE(rows.next());
  CHECK(rows.text(0) == std::string_view("a\0b", 3));
  CHECK(rows.integer(1) == 9'000'000'000);
  CHECK(rows.real(2) == 1.5);
  CHECK(rows.is_null(3));
  CHECK(!rows.optional_text(3));
  CHECK(rows.optional_text(4) == "");
  CHECK(!rows.next());
}

TEST_CASE("a statement is usable again once its rows are gone, whatever happened to them") {
  Database database = in_memory();
  database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)");
  Statement insert(database, "INSERT INTO t VALUES (?1)");
  insert.run(1);
  CHECK(code_of([&] { insert.run(1); }) == SQLITE_CONSTRAINT_PRIMARYKEY);
  insert.run(2);
  CHECK(database.integer("SELECT count(*) FROM t") == 2);
}

TEST_CASE("exactly one statement at a time") {
  Database database = in_memory();
  for (const char* sql : {"", "  ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; x"}) {
    CAPTURE(sql);
    CHECK(code_of([&] { database.execute(sql); }) != SQLITE_OK);
  }
  for (const char* sql : {"SELECT 1", "\nSELECT 1;\n "})
    database.execute(sql);
}

TEST_CASE("every connection is guarded") {
  Database database = in_memory();
  CHECK(code_of([&] { database.execute("SELECT \"a\""); }) == SQLITE_ERROR);
  CHECK(code_of([&] { database.execute("ATTACH ':memory:' AS other"); }) != SQLITE_OK);
  CHECK(code_of([&] { database.execute("SELECT load_extension('x')"); }) != SQLITE_OK);
  CHECK(code_of([&] { database.execute("SELECT zeroblob(70000000)"); }) == SQLITE_TOOBIG);
  CHECK(database.integer("PRAGMA trusted_schema") == 0);
  database.trust_schema();
  CHECK(database.integer("PRAGMA trusted_schema") == 1);
}

TEST_CASE("a fault tells a client no path and no SQL") {
  const testing::TempDir folder;
  try {
    const Database database(folder / "absent.db", SQLITE_OPEN_READONLY);
    FAIL("opened");
  } catch (const SqliteFault& fault) {
    CHECK(fault.primary_code() == SQLITE_CANTOPEN);
    CHECK(fault.code() == base::Code::kDatabase);
    CHECK(fault.message().find("absent") == std::string::npos);
    CHECK(!fault.detail().empty());
  }
}

TEST_CASE("a locked file is busy by its code") {
  const testing::TempDir folder;
  constexpr int kOpen = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  Database one(folder / "a.db", kOpen);
  Database two(folder / "a.db", kOpen);
  one.execute("BEGIN EXCLUSIVE");
  CHECK(one.in_transaction());
  try {
    two.execute("BEGIN IMMEDIATE");
    FAIL("not busy");
  } catch (const SqliteFault& fault) {
    CHECK(fault.is_busy());
  }
}

TEST_CASE("a lock is waited out, up to a time, and the fault names the file for the log") {
  const testing::TempDir folder;
  constexpr int kOpen = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  Database one(folder / "a.db", kOpen);
  Database two(folder / "a.db", kOpen);
  two.wait_for_locks(std::chrono::milliseconds(30), {});
  one.execute("BEGIN EXCLUSIVE");
  try {
    two.execute("BEGIN IMMEDIATE");
    FAIL("not busy");
  } catch (const SqliteFault& fault) {
    CHECK(fault.is_busy());
    CHECK(fault.detail() == (folder / "a.db") + ": database is locked");
    CHECK(fault.message() == "Another program has locked the mirror file (SQLite code 5).");
  }
  two.wait_for_locks(std::chrono::hours(1), {});
  std::jthread releaser([&] { one.execute("COMMIT"); });
  two.execute("BEGIN IMMEDIATE");
}

TEST_CASE("a stop request ends the wait for a lock, and one before it too") {
  const testing::TempDir folder;
  constexpr int kOpen = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  Database one(folder / "a.db", kOpen);
  Database two(folder / "a.db", kOpen);
  one.execute("BEGIN EXCLUSIVE");
  std::stop_source stop;
  two.wait_for_locks(std::chrono::hours(1), stop.get_token());
  mirror::Statement begin(two, "BEGIN IMMEDIATE");
  const auto code_of_begin = [&] {
    try {
      begin.run();
    } catch (const base::Fault& fault) {
      return fault.code();
    }
    return base::Code::kInternalError;
  };
  std::jthread canceller([&] { stop.request_stop(); });
  CHECK(code_of_begin() == base::Code::kCancelled);
  CHECK(code_of_begin() == base::Code::kCancelled);
  one.execute("COMMIT");
  begin.run();
  CHECK(two.in_transaction());
}

TEST_CASE("a deadline ends a running statement") {
  Database database = in_memory();
  const mirror::InterruptGuard guard(database, base::Deadline::after(std::chrono::milliseconds(20)),
                                     std::stop_token());
  CHECK(code_of([&] { database.execute(kEndless); }) == SQLITE_INTERRUPT);
}

TEST_CASE("a stop request from another thread ends a running statement, and only under its guard") {
  Database database = in_memory();
  std::stop_source stop;
  {
    const mirror::InterruptGuard guard(database, base::Deadline::never(), stop.get_token());
    std::jthread canceller([&] { stop.request_stop(); });
    CHECK(code_of([&] { database.execute(kEndless); }) == SQLITE_INTERRUPT);
  }
  CHECK(database.integer("SELECT 1") == 1);
}

}  // namespace
