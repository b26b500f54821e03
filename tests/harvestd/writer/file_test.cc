#include "harvestd/writer/file.h"

#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/mirror/harvest_state.h"
#include "common/mirror/lease.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/first_fill.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Fault;
using mirror::Database;
using std::chrono::minutes;

base::WallTime noon() {
  return *base::parse_iso("2026-10-06T12:00:00Z");
}

Database open(const std::string& path) {
  return mirror::open_for_writing(path, {minutes(5), noon});
}

/// A connection without any setting of ours.
Database open_raw(const std::string& path) {
  return Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

std::optional<Fault> refusal(const std::string& path) {
  try {
    open(path);
  } catch (const Fault& fault) {
    return fault;
  }
  return std::nullopt;
}

TEST_CASE("a new file has schema, version and pending state") {
  const testing::TempDir folder;
  Database database = open(folder / "mirror.db");
  CHECK(database.integer("SELECT version FROM schema_version") == mirror::kSchemaVersion);
  CHECK(database.integer("SELECT COUNT(*) FROM schema_version") == 1);
  CHECK(database.text("SELECT applied_at FROM schema_version") == "2026-10-06T12:00:00.000Z");
  CHECK(mirror::read_harvest_state(database) == mirror::HarvestState{});
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    CAPTURE(object.name);
    mirror::Statement find(database, "SELECT sql FROM sqlite_master WHERE name = ?1");
    mirror::Rows rows = find.query(object.name);
    // The triggers of the full-text index come with the end of the first fill.
    REQUIRE(rows.next() == !mirror::comes_late(object));
    if (!mirror::comes_late(object)) CHECK(rows.text(0) == object.create);
  }
}

TEST_CASE("an empty file is filled; one of ours is opened as it is") {
  const testing::TempDir folder;
  const std::string path = folder.write("mirror.db", "");
  open(path).execute("UPDATE harvest_state SET status = 'error'");
  CHECK(open(path).text("SELECT status FROM harvest_state") == "error");
}

TEST_CASE("the connection has a writer's settings") {
  const testing::TempDir folder;
  Database database = open(folder / "mirror.db");
  CHECK(database.text("PRAGMA journal_mode") == "wal");
  CHECK(database.integer("PRAGMA synchronous") == 1);
  CHECK(database.integer("PRAGMA foreign_keys") == 1);
  CHECK(database.integer("PRAGMA secure_delete") == 0);
  int persists = -1;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_PERSIST_WAL, &persists);
  CHECK(persists == 1);
}

TEST_CASE("a closed file keeps its side files, the log empty after a checkpoint") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  {
    Database database = open(path);
    CHECK(std::filesystem::file_size(path + "-wal") > 0);
    mirror::checkpoint(database);
  }
  CHECK(std::filesystem::file_size(path + "-wal") == 0);
  CHECK(std::filesystem::exists(path + "-shm"));
}

TEST_CASE("other users may read the file, as far as the umask allows") {
  const testing::TempDir folder;
  const mode_t before = ::umask(022);
  open(folder / "mirror.db");
  ::umask(before);
  for (const char* name : {"mirror.db", "mirror.db-wal", "mirror.db-shm"}) {
    struct stat info {};
    REQUIRE(::stat((folder / name).c_str(), &info) == 0);
    CHECK((info.st_mode & 0777) == 0644);
  }
}

TEST_CASE(
    "what stands in the file's place and is none is refused by its name, and a dead link is "
    "filled") {
  const testing::TempDir folder;
  REQUIRE(::mkdir((folder / "folder").c_str(), 0700) == 0);
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& path : {folder / "folder", folder / "pipe"}) {
    const auto fault = refusal(path);
    REQUIRE(fault);
    CHECK(fault->message() == path + ": not a regular file.");
    CHECK(base::exit_code_for(*fault) == base::ExitCode::kIo);
  }
  REQUIRE(::symlink("target.db", (folder / "link").c_str()) == 0);
  CHECK_FALSE(refusal(folder / "link"));
  CHECK(testing::read_file(folder / "target.db").starts_with("SQLite format 3"));
}

TEST_CASE("a version that no program of ours writes is refused with nothing changed") {
  struct Case {
    int version;
    std::string message;
  };
  const Case cases[] = {
      {8,
       "The mirror file has version 8; this harvestd writes version 7. Use the newer program that "
       "made it."},
      {0, "The mirror file records version 0, which no mirror has; nothing was changed."},
  };
  for (const Case& one : cases) {
    CAPTURE(one.version);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    {
      Database database = open_raw(path);
      database.execute(
          "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT)");
      database.execute("INSERT INTO schema_version VALUES (" + std::to_string(one.version) +
                       ", '')");
    }
    const std::string before = testing::read_file(path);
    const auto fault = refusal(path);
    REQUIRE(fault);
    CHECK(fault->message() == one.message);
    CHECK(base::exit_code_for(*fault) == base::ExitCode::kConfiguration);
    CHECK(testing::read_file(path) == before);
  }
}

TEST_CASE("a database of something else is refused with nothing changed") {
  const testing::TempDir folder;
  const std::string path = folder / "notes.db";
  open_raw(path).execute("CREATE TABLE notes (text TEXT)");
  const std::string before = testing::read_file(path);
  const auto fault = refusal(path);
  REQUIRE(fault);
  CHECK(base::exit_code_for(*fault) == base::ExitCode::kConfiguration);
  CHECK(testing::read_file(path) == before);
}

TEST_CASE("what is no database is an I/O failure with nothing changed") {
  const testing::TempDir folder;
  const std::string garbage = std::string(5000, 'x');
  const std::string path = folder.write("mirror.db", garbage);
  std::filesystem::create_directory(folder / "folder.db");
  for (const std::string& one : {path, folder / "folder.db"}) {
    CAPTURE(one);
    const auto fault = refusal(one);
    REQUIRE(fault);
    CHECK(base::exit_code_for(*fault) == base::ExitCode::kIo);
  }
  CHECK(testing::read_file(path) == garbage);
}

TEST_CASE("a live migration lease holds a writer off, also at an older version") {
  const std::string here = mirror::holder_text(mirror::this_process());
  mirror::Holder gone = mirror::this_process();
  gone.start += 1;  // the process of that start has ended: its number was given again
  struct Case {
    std::string what;
    std::string holder;
    std::string renewed_at;
    bool refused;
  };
  const Case cases[] = {
      {"ours, just renewed", here, "2026-10-06T11:59:00.000Z", true},
      {"another program's words", "bun 4711", "2026-10-06T11:59:00.000Z", true},
      {"another host's", "elsewhere/1/1", "2026-10-06T11:59:00.000Z", true},
      {"lapsed", here, "2026-10-06T11:54:59.000Z", false},
      {"of a process that is gone", mirror::holder_text(gone), "2026-10-06T11:59:00.000Z", false},
  };
  for (const int version : {mirror::kSchemaVersion, 6}) {
    for (const Case& one : cases) {
      CAPTURE(version);
      CAPTURE(one.what);
      const testing::TempDir folder;
      const std::string path = folder / "mirror.db";
      {
        Database database = open(path);
        mirror::Statement(database,
                          "INSERT INTO migration_lease VALUES (1, ?1, 6, 'index', ?2, ?2)")
            .run(one.holder, one.renewed_at);
        mirror::Statement(database, "UPDATE schema_version SET version = ?1").run(version);
      }
      const auto fault = refusal(path);
      const bool is_lease = fault && fault->reason() == "migration_in_progress";
      CHECK(is_lease == one.refused);
      if (is_lease) CHECK(base::exit_code_for(*fault) == base::ExitCode::kBusy);
      if (!one.refused) CHECK_FALSE(fault);
    }
  }
}

}  // namespace
