#include "common/mirror/harvest_state.h"

#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::HarvestStatus;

TEST_CASE("the stored state reads back") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  CHECK(mirror::read_harvest_state(file.database()) == mirror::HarvestState{});
  file.execute(R"sql(
UPDATE harvest_state SET status = 'error', last_datestamp = '2026-05-31', resumption_token = 't|1',
  started_at = 'a', completed_at = 'b', total_records = 42, error_message = 'why')sql");
  CHECK(mirror::read_harvest_state(file.database()) ==
        mirror::HarvestState{HarvestStatus::kError, "2026-05-31", "t|1", "a", "b", 42, "why"});
  file.execute("DELETE FROM harvest_state");
  CHECK(mirror::read_harvest_state(file.database()) == mirror::HarvestState{});
}

TEST_CASE("each status has its word, and an unknown word is an error without a token") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  mirror::Statement write(file.database(), "UPDATE harvest_state SET status = ?1");
  for (const HarvestStatus status : {HarvestStatus::kPending, HarvestStatus::kInProgress,
                                     HarvestStatus::kComplete, HarvestStatus::kError}) {
    write.run(mirror::harvest_status_name(status));
    CHECK(mirror::read_harvest_state(file.database()).status == status);
  }
  CHECK(mirror::harvest_status_name(HarvestStatus::kInProgress) == "in_progress");
  file.execute("UPDATE harvest_state SET resumption_token = 't'");
  write.run("resting");
  CHECK(mirror::read_harvest_state(file.database()).status == HarvestStatus::kError);
  CHECK(mirror::read_harvest_state(file.database()).resumption_token == std::nullopt);
  write.run("error");
  CHECK(mirror::read_harvest_state(file.database()).resumption_token == "t");
}

}  // namespace
