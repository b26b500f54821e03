// A migration that dies at the worst moments.

#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/harvestd/writer/migration_setting.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::contents;
using testing::migrate;
using testing::rules;

/// How many commits a migration of the file takes.
int count_commits(const std::string& path) {
  int commits = 0;
  mirror::OpenRules counting = rules();
  counting.watch = [&](const mirror::MigrationProgress&) { ++commits; };
  migrate(path, counting);
  return commits;
}

/// A process that migrates the file and dies right after its `last` commit. False when it came to
/// the end before that.
bool migrate_until(const std::string& path, int last) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int commits = 0;
    mirror::OpenRules dying = rules();
    dying.watch = [&](const mirror::MigrationProgress&) {
      if (++commits == last) ::_exit(0);
    };
    migrate(path, dying);
    ::_exit(1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status == 0;
}

TEST_CASE("a migration killed at any commit and taken up again ends as one that was not") {
  const auto records = testing::sample_records(60);
  const testing::TempDir folder;
  testing::write_fresh_file(folder / "fresh.db", records);
  const auto fresh = contents(folder / "fresh.db");
  // From version 1 every step but the last is taken, from 3 that too; from 7 only indexes change.
  for (const int version : {1, 3, 7}) {
    const std::string old = folder / "old.db";
    const std::string path = folder / "mirror.db";
    const auto start_over = [&] {
      for (const char* side : {"", "-wal", "-shm"})
        std::filesystem::remove(path + side);
      std::filesystem::copy_file(old, path);
    };
    std::filesystem::remove(old);
    testing::write_old_file(old, version, records);
    start_over();
    const int commits = count_commits(path);
    CHECK(commits >= 5);
    for (int last = 1; last <= commits; last += testing::kSanitized ? 5 : 1) {
      CAPTURE(version);
      CAPTURE(last);
      start_over();
      REQUIRE(migrate_until(path, last));
      migrate(path);
      CHECK(contents(path) == fresh);
    }
  }
}

TEST_CASE("one killed again and again still ends") {
  const auto records = testing::sample_records(60);
  const testing::TempDir folder;
  testing::write_fresh_file(folder / "fresh.db", records);
  testing::write_old_file(folder / "mirror.db", 1, records);
  constexpr int kCommits = 8;  // more than a step has to do again
  int deaths = 0;
  while (migrate_until(folder / "mirror.db", kCommits))
    REQUIRE(++deaths < 20);
  CHECK(deaths > 2);
  CHECK(contents(folder / "mirror.db") == contents(folder / "fresh.db"));
}

}  // namespace
