#include "common/mirror/readiness.h"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::NotReady;
using testing::MirrorFile;

struct Case {
  const char* name;
  std::vector<const char*> changes;  ///< run on a file that answers
  std::optional<NotReady> expected;
};

std::string lease_row(std::string_view holder, std::string_view renewed_at) {
  return "INSERT INTO migration_lease VALUES (1, '" + std::string(holder) +
         "', 6, 'full text', '2026-01-01T00:00:00.000Z', '" + std::string(renewed_at) + "')";
}

const std::string kLiveLease = lease_row("elsewhere", base::to_iso(base::wall_now()));
const std::string kLapsedLease = lease_row("elsewhere", "2020-01-01T00:00:00.000Z");
const std::string kDeadLease =
    lease_row(mirror::holder_text({mirror::this_process().host, 4'194'305, 1}),
              base::to_iso(base::wall_now()));

TEST_CASE("a file answers only when everything is right with it") {
  const Case cases[] = {
      {"as made", {}, std::nullopt},
      {"a failed refresh", {"UPDATE harvest_state SET status = 'error'"}, std::nullopt},
      {"a running refresh", {"UPDATE harvest_state SET status = 'in_progress'"}, std::nullopt},
      {"a first harvest that runs",
       {"UPDATE harvest_state SET status = 'in_progress', completed_at = NULL"},
       NotReady::kIncomplete},
      {"no state", {"DELETE FROM harvest_state"}, NotReady::kIncomplete},
      {"no state table", {"DROP TABLE harvest_state"}, NotReady::kUnreadable},
      {"no version", {"DELETE FROM schema_version"}, NotReady::kUnversioned},
      {"no version table", {"DROP TABLE schema_version"}, NotReady::kUnversioned},
      {"a version that none is", {"UPDATE schema_version SET version = 0"}, NotReady::kUnreadable},
      {"a version below all", {"UPDATE schema_version SET version = -7"}, NotReady::kUnreadable},
      {"a version in words",
       {"DROP TABLE schema_version", "CREATE TABLE schema_version (version TEXT)",
        "INSERT INTO schema_version VALUES ('seven')"},
       NotReady::kUnreadable},
      {"a version table without version",
       {"ALTER TABLE schema_version RENAME COLUMN version TO number"},
       NotReady::kUnversioned},
      {"two versions", {"INSERT INTO schema_version VALUES (3, '')"}, std::nullopt},
      {"older", {"UPDATE schema_version SET version = 6"}, NotReady::kOlderVersion},
      {"newer", {"UPDATE schema_version SET version = 8"}, NotReady::kNewerVersion},
      {"a migration lives", {kLiveLease.c_str()}, NotReady::kMigrating},
      {"a migration of an older file lives",
       {"UPDATE schema_version SET version = 3", kLiveLease.c_str()},
       NotReady::kMigrating},
      {"a migration lapsed",
       {"UPDATE schema_version SET version = 3", kLapsedLease.c_str()},
       NotReady::kOlderVersion},
      {"a migration's process is gone", {kDeadLease.c_str()}, std::nullopt},
      {"no lease table", {"DROP TABLE migration_lease"}, std::nullopt},
      {"a lease table of another shape",
       {"DROP TABLE migration_lease", "CREATE TABLE migration_lease (id INTEGER, expires TEXT)",
        "INSERT INTO migration_lease VALUES (1, 'x')"},
       std::nullopt},
      {"no full text", {"DROP TABLE papers_fts"}, NotReady::kMissingIndex},
      {"no date index", {"DROP INDEX papers_revised_early_idx"}, NotReady::kMissingIndex},
      {"no category index", {"DROP INDEX paper_categories_paper_id_idx"}, NotReady::kMissingIndex},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    file.complete();
    for (const char* change : one.changes)
      file.execute(change);
    const mirror::Reader::Opened opened =
        mirror::Reader::open(folder / "mirror.db", std::chrono::minutes(5));
    CHECK(opened.not_ready == one.expected);
    CHECK(opened.reader.has_value() == !one.expected.has_value());
  }
}

TEST_CASE("a database of another kind is unversioned") {
  const testing::TempDir folder;
  mirror::Database other(folder / "other.db", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  other.execute("CREATE TABLE t (a)");
  CHECK(mirror::Reader::open(folder / "other.db", std::chrono::minutes(5)).not_ready ==
        NotReady::kUnversioned);
}

TEST_CASE("every reason has a sentence of its own") {
  std::set<std::string_view> sentences;
  for (int i = 0; i <= static_cast<int>(NotReady::kMissingIndex); ++i) {
    const std::string_view sentence = mirror::describe(static_cast<NotReady>(i));
    CHECK(sentence.ends_with("."));
    CHECK(sentences.insert(sentence).second);
  }
}

}  // namespace
