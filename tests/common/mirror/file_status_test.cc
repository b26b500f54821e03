#include "common/mirror/file_status.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::NotReady;

constexpr std::chrono::milliseconds kLease{300'000};

TEST_CASE("a file that answers is described whole") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::MirrorFile file(path);
  file.put({.id = "2401.00001"});
  file.put({.id = "2401.00002"});
  file.complete();
  const mirror::FileStatus status = mirror::read_file_status(path, kLease);
  CHECK(status.path == path);
  CHECK(status.exists);
  CHECK(status.bytes == static_cast<std::int64_t>(std::filesystem::file_size(path) +
                                                  std::filesystem::file_size(path + "-wal")));
  CHECK(status.schema_version == 7);
  CHECK(status.papers == 2);
  REQUIRE(status.state);
  CHECK(status.state->status == mirror::HarvestStatus::kComplete);
  CHECK(status.state->last_datestamp == "2026-06-01");
  CHECK(!status.lease);
  CHECK(!status.holder);
  CHECK(!status.not_ready);
  CHECK(status.detail.empty());
}

TEST_CASE("an older file under migration still tells what it holds") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001"});
  file.execute("UPDATE schema_version SET version = 3");
  mirror::Statement(file.database(),
                    "INSERT INTO migration_lease VALUES (1, 'far/1/2', 3, 'dates', ?1, ?1)")
      .run(base::to_iso(base::wall_now()));
  const mirror::FileStatus status = mirror::read_file_status(folder / "mirror.db", kLease);
  CHECK(status.not_ready == NotReady::kMigrating);
  CHECK(status.schema_version == 3);
  CHECK(status.papers == 1);
  REQUIRE(status.lease);
  CHECK(status.lease->holder == "far/1/2");
  CHECK(status.lease_lives);
}

TEST_CASE("a database of another kind, garbage, an empty file and nothing") {
  const testing::TempDir folder;
  mirror::Database other(folder / "other.db", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  other.execute("CREATE TABLE t (a)");
  mirror::FileStatus status = mirror::read_file_status(folder / "other.db", kLease);
  CHECK(status.exists);
  CHECK(status.not_ready == NotReady::kUnversioned);
  CHECK(!status.papers);
  CHECK(!status.state);

  status = mirror::read_file_status(folder.write("garbage", "0123456789"), kLease);
  CHECK(status.exists);
  CHECK(status.bytes == 10);
  CHECK(status.not_ready == NotReady::kUnreadable);
  CHECK(!status.detail.empty());

  status = mirror::read_file_status(folder.write("empty", ""), kLease);
  CHECK(status.exists);
  CHECK(status.not_ready == NotReady::kUnversioned);

  status = mirror::read_file_status(folder / "absent.db", kLease);
  CHECK(!status.exists);
  CHECK(status.bytes == 0);
  CHECK(status.not_ready == NotReady::kMissing);
  CHECK(!std::filesystem::exists(folder / "absent.db"));
}

}  // namespace
