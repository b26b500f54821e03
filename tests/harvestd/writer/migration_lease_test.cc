// Who may migrate (contract 9.5, decision 32).

#include <string>

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"
#include "common/mirror/lease.h"
#include "common/mirror/schema.h"
#include "tests/harvestd/writer/migration_setting.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Database;
using testing::contents;
using testing::migrate;
using testing::rules;

const std::vector<mirror::Record> kRecords = testing::sample_records(100);

std::string gone_holder() {
  mirror::Holder holder = mirror::this_process();
  holder.start += 1;  // the process of that start has ended: its number was given again
  return mirror::holder_text(holder);
}

void put_lease(const std::string& path, const std::string& holder, const std::string& renewed_at) {
  Database database(path, SQLITE_OPEN_READWRITE);
  database.execute("DROP TABLE IF EXISTS migration_lease");
  database.execute(mirror::schema_object("migration_lease").create);
  mirror::Statement(database, "INSERT INTO migration_lease VALUES (1, ?1, 2, 'TeX', ?2, ?2)")
      .run(holder, renewed_at);
  database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

TEST_CASE(
    "the lease names its holder, where it began and what is done, and ends with the last step") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 3, kRecords);
  std::vector<mirror::MigrationLease> seen;
  mirror::OpenRules watched = rules();
  watched.watch = [&](const mirror::MigrationProgress& progress) {
    const auto lease = mirror::read_migration_lease(Database(path, SQLITE_OPEN_READONLY));
    const bool ended = progress.from == mirror::kSchemaVersion ||
                       (progress.to == mirror::kSchemaVersion && progress.part.empty());
    CHECK(lease.has_value() != ended);
    if (!lease) return;
    CHECK(lease->holder == mirror::holder_text(mirror::this_process()));
    CHECK(lease->from_version == 3);
    CHECK(lease->step == progress.part);
    CHECK(lease->renewed_at == "2026-10-06T12:00:00.000Z");
  };
  migrate(path, watched);
  CHECK(contents(path).at("lease").empty());
}

TEST_CASE("a lease that lives holds a migration off; one that does not is taken over") {
  struct Case {
    const char* what;
    std::string holder;
    const char* renewed_at;
    bool lives;
  };
  const Case cases[] = {
      {"another host's", "elsewhere/1/1", "2026-10-06T11:59:00.000Z", true},
      {"another program's words", "bun 4711", "2026-10-06T11:59:00.000Z", true},
      {"lapsed", "elsewhere/1/1", "2026-10-06T11:54:59.000Z", false},
      {"of a process that is gone", gone_holder(), "2026-10-06T12:00:00.000Z", false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    testing::write_old_file(path, 3, kRecords);
    put_lease(path, one.holder, one.renewed_at);
    const std::string before = testing::read_file(path);
    const auto fault = testing::refusal(path);
    CHECK(fault.has_value() == one.lives);
    if (!fault) continue;
    CHECK(fault->reason() == "migration_in_progress");
    CHECK(fault->message().find(one.holder) != std::string::npos);
    CHECK(base::exit_code_for(*fault) == base::ExitCode::kBusy);
    CHECK(testing::read_file(path) == before);
  }
}

TEST_CASE("a lease in a table of another shape lives by the instants in it") {
  struct Case {
    const char* columns;
    const char* values;
    bool lives;
  };
  const Case cases[] = {
      {"id, holder, acquired_at, expires_at",
       "1, 'bun 4711', '2026-10-06T11:20:00.000Z', '2026-10-06T12:04:00.000Z'", true},
      {"id, holder, acquired_at, expires_at",
       "1, 'bun 4711', '2026-10-06T11:20:00.000Z', '2026-10-06T11:50:00.000Z'", false},
      {"holder, renewed", "'bun 4711', 1791287940000", true},  // 11:59, in milliseconds
      {"holder, renewed", "'bun 4711', 1791287940", true},
      {"holder, renewed", "'bun 4711', 1791280000", false},
      {"holder, pid", "'bun 4711', 4711", false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.values);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    testing::write_old_file(path, 6, kRecords);
    {
      Database database(path, SQLITE_OPEN_READWRITE);
      database.execute("DROP TABLE migration_lease");
      database.execute("CREATE TABLE migration_lease (" + std::string(one.columns) + ")");
      database.execute("INSERT INTO migration_lease VALUES (" + std::string(one.values) + ")");
    }
    const auto fault = testing::refusal(path);
    CHECK(fault.has_value() == one.lives);
    if (fault) CHECK(fault->message().find("bun 4711") != std::string::npos);
    if (!fault) CHECK(contents(path).at("schema faults").empty());
  }
}

/// Everything in the file, as far as one that is half migrated has it.
std::string dump(const std::string& path) {
  Database database(path, SQLITE_OPEN_READONLY);
  std::string all = database.text("SELECT group_concat(sql) FROM sqlite_master").value_or("");
  for (const char* sql :
       {"SELECT group_concat(json_array(rowid, title, authors, abstract, comment, published))"
        " FROM papers",
        "SELECT group_concat(hex(block)) FROM papers_fts_data",
        "SELECT group_concat(version) FROM schema_version",
        "SELECT group_concat(json_array(holder, step, renewed_at)) FROM migration_lease"})
    all += database.text(sql).value_or("");
  return all;
}

TEST_CASE("a holder that was taken over writes nothing more, whenever it wakes up") {
  const std::string others = "UPDATE migration_lease SET holder = 'elsewhere/1/1'";
  const std::string ended = "DELETE FROM migration_lease";
  for (const std::string& change : {others, ended}) {
    for (int moment = 1; moment <= 20; moment += 2) {
      CAPTURE(change);
      CAPTURE(moment);
      const testing::TempDir folder;
      const std::string path = folder / "mirror.db";
      testing::write_old_file(path, 3, kRecords);
      std::string left;
      int commits = 0;
      mirror::OpenRules watched = rules();
      watched.watch = [&](const mirror::MigrationProgress&) {
        if (++commits != moment) return;
        Database(path, SQLITE_OPEN_READWRITE).execute(change);
        left = dump(path);
      };
      const auto fault = testing::refusal(path, watched);
      REQUIRE(fault);
      CHECK(fault->reason() == "migration_lease_lost");
      CHECK(base::exit_code_for(*fault) == base::ExitCode::kBusy);
      CHECK(commits == moment);
      CHECK(dump(path) == left);
    }
  }
}

TEST_CASE("a lease that another program's migration left behind is not believed about the index") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 5, kRecords);
  put_lease(path, "elsewhere/1/1", "2026-10-06T11:00:00.000Z");  // begun at version 2
  migrate(path);
  CHECK(contents(path).at("schema faults").empty());
}

}  // namespace
