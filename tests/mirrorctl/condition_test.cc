#include "mirrorctl/condition.h"

#include <doctest/doctest.h>

namespace {

using mirror::FileStatus;
using mirror::NotReady;
using mirrorctl::Condition;
using mirrorctl::condition_name;
using mirrorctl::condition_of;

const base::WallTime kNow = *base::parse_iso("2026-12-03T12:00:00Z");

FileStatus completed(const char* at) {
  FileStatus file;
  file.state.emplace();
  file.state->status = mirror::HarvestStatus::kComplete;
  if (at != nullptr) file.state->completed_at = at;
  return file;
}

TEST_CASE("each reason not to be ready has its word") {
  struct Row {
    NotReady reason;
    const char* word;
  };
  const Row rows[] = {
      {NotReady::kMissing, "none"},
      {NotReady::kUnreadable, "damaged"},
      {NotReady::kUnversioned, "none"},
      {NotReady::kOlderVersion, "needs migration"},
      {NotReady::kNewerVersion, "needs migration"},
      {NotReady::kMigrating, "migrating"},
      {NotReady::kIncomplete, "needs refresh"},
      {NotReady::kMissingIndex, "damaged"},
  };
  for (const Row& row : rows) {
    FileStatus file = completed("2026-12-03T04:30:00.000Z");
    file.not_ready = row.reason;
    CAPTURE(row.word);
    CHECK(condition_name(condition_of(file, kNow)) == row.word);
    file.holder = "process 7";
    CHECK(condition_name(condition_of(file, kNow)) == "harvesting");
    file.lease_lives = true;
    CHECK(condition_name(condition_of(file, kNow)) == "migrating");
  }
}

TEST_CASE("a file that answers needs a refresh when its last full one is over two days old") {
  struct Row {
    const char* completed_at;
    const char* word;
  };
  const Row rows[] = {
      {"2026-12-03T11:59:00.000Z", "ready"},
      {"2026-12-01T12:00:00.000Z", "ready"},
      {"2026-12-01T11:59:59.999Z", "needs refresh"},
      {"2027-01-01T00:00:00.000Z", "ready"},
      {"long ago", "needs refresh"},
      {nullptr, "needs refresh"},
  };
  for (const Row& row : rows)
    CHECK(condition_name(condition_of(completed(row.completed_at), kNow)) == row.word);
  CHECK(condition_of(FileStatus(), kNow) == Condition::kNeedsRefresh);
}

TEST_CASE("a run that failed since does not matter while the file is fresh") {
  FileStatus file = completed("2026-12-03T04:30:00.000Z");
  file.state->status = mirror::HarvestStatus::kError;
  CHECK(condition_of(file, kNow) == Condition::kReady);
}

}  // namespace
