#include "mirrorctl/status.h"

#include <doctest/doctest.h>

#include "common/base/json.h"

namespace {

using mirror::FileStatus;
using mirrorctl::Report;

const base::WallTime kNow = *base::parse_iso("2026-12-01T12:00:00Z");

FileStatus missing() {
  FileStatus status;
  status.path = "/data/mirror.db";
  status.not_ready = mirror::NotReady::kMissing;
  status.detail = "No such file or directory";
  return status;
}

FileStatus complete() {
  FileStatus status;
  status.path = "/data/mirror.db";
  status.exists = true;
  status.bytes = 6'442'450'944;
  status.schema_version = 7;
  status.papers = 3'041'223;
  mirror::HarvestState state;
  state.status = mirror::HarvestStatus::kComplete;
  state.last_datestamp = "2026-11-30";
  state.started_at = "2026-12-01T03:10:00.000Z";
  state.completed_at = "2026-12-01T03:12:44.123Z";
  state.total_records = 3'041'223;
  status.state = state;
  return status;
}

FileStatus migrating() {
  FileStatus status = complete();
  status.schema_version = 6;
  status.not_ready = mirror::NotReady::kMigrating;
  status.lease = mirror::MigrationLease{"host/12/34", 6, "rebuild the index",
                                        "2026-12-01T11:50:00.000Z", "2026-12-01T11:59:58.000Z"};
  status.lease_lives = true;
  status.holder = "pid 12 since 2026-12-01T11:49:00Z";
  return status;
}

TEST_CASE("a missing file is told with its cure") {
  CHECK(mirrorctl::status_text({missing(), kNow}, 0) ==
        "File       /data/mirror.db\n"
        "Condition  none\n"
        "Ready      no\n"
        "           There is no mirror file; `harvestd init` makes one.\n");
}

TEST_CASE("a complete file") {
  CHECK(mirrorctl::status_text({complete(), kNow}, 0) ==
        "File        /data/mirror.db\n"
        "Condition   ready\n"
        "Ready       yes\n"
        "Size        6 GiB\n"
        "Version     7\n"
        "Papers      3,041,223\n"
        "State       complete\n"
        "Datestamp   2026-11-30 (1 day behind)\n"
        "Completed   2026-12-01T03:12:44Z (8 hours ago)\n"
        "Last start  2026-12-01T03:10:00Z (8 hours ago)\n"
        "Writer      none at work\n");
}

TEST_CASE("a file that never completed, with its error") {
  FileStatus status = complete();
  status.not_ready = mirror::NotReady::kIncomplete;
  status.state = mirror::HarvestState{};
  status.state->status = mirror::HarvestStatus::kError;
  status.state->error_message = "The page is not XML.";
  const std::string text = mirrorctl::status_text({status, kNow}, 0);
  CHECK(text.find("State      error\nError      The page is not XML.\n") != std::string::npos);
  CHECK(text.find("Datestamp  none yet\nCompleted  never\n") != std::string::npos);
  CHECK(text.find("Last start") == std::string::npos);
}

TEST_CASE("a migration at work, and one that broke off") {
  FileStatus status = migrating();
  std::string text = mirrorctl::status_text({status, kNow}, 0);
  CHECK(text.find("Version     6 (this program's: 7)\n") != std::string::npos);
  CHECK(text.find("Writer      pid 12 since 2026-12-01T11:49:00Z\n") != std::string::npos);
  CHECK(text.find("Migration   at work from version 6, rebuild the index\n"
                  "            by host/12/34, heard of 2026-12-01T11:59:58Z (just now)\n") !=
        std::string::npos);
  status.lease_lives = false;
  text = mirrorctl::status_text({status, kNow}, 0);
  CHECK(text.find("broken off from version 6") != std::string::npos);
}

TEST_CASE("stored words that are no dates stand as they are") {
  FileStatus status = complete();
  status.state->last_datestamp = "someday";
  status.state->completed_at = "22 Jan";
  const std::string text = mirrorctl::status_text({status, kNow}, 0);
  CHECK(text.find("Datestamp   someday\nCompleted   22 Jan\n") != std::string::npos);
}

TEST_CASE("JSON has every member, null where the file does not say") {
  CHECK(mirrorctl::status_json({missing(), kNow}) ==
        R"({"path":"/data/mirror.db","condition":"none","ready":false,"not_ready":"missing",)"
        R"("exists":false,"bytes":0,"free_bytes":null,"schema_version":null,)"
        R"("supported_schema_version":7,"papers":null,"state":null,"writer":null,)"
        R"("expected_papers":null,"papers_per_second":null,"seconds_left":null,"lease":null,)"
        R"("timer":null,"slots":[]})"
        "\n");
  CHECK(mirrorctl::status_json({complete(), kNow}) ==
        R"({"path":"/data/mirror.db","condition":"ready","ready":true,"not_ready":null,)"
        R"("exists":true,"bytes":6442450944,"free_bytes":null,"schema_version":7,)"
        R"("supported_schema_version":7,"papers":3041223,)"
        R"("state":{"status":"complete","last_datestamp":"2026-11-30","last_datestamp_age_days":1,)"
        R"("started_at":"2026-12-01T03:10:00.000Z","completed_at":"2026-12-01T03:12:44.123Z",)"
        R"("total_records":3041223,"error_message":null},"writer":null,"expected_papers":null,)"
        R"("papers_per_second":null,"seconds_left":null,"lease":null,"timer":null,)"
        R"("slots":[]})"
        "\n");
  const auto lease = json::parse(mirrorctl::status_json({migrating(), kNow}));
  REQUIRE(lease);
  CHECK(json::write((*lease)["lease"]) ==
        R"({"holder":"host/12/34","from_version":6,"step":"rebuild the index",)"
        R"("acquired_at":"2026-12-01T11:50:00.000Z","renewed_at":"2026-12-01T11:59:58.000Z",)"
        R"("lives":true})");
  CHECK(json::text((*lease)["not_ready"]) == "migrating");
}

/// A first harvest at work, two looks old.
Report harvesting() {
  Report report{complete(), kNow};
  FileStatus& file = report.file;
  file.not_ready = mirror::NotReady::kIncomplete;
  file.papers = 1'234'567;
  file.holder = "process 12 since 2026-12-01T11:00:00Z";
  file.state->status = mirror::HarvestStatus::kInProgress;
  file.state->completed_at = std::nullopt;
  file.state->total_records = std::nullopt;
  file.state->last_datestamp = "2013-05-31";
  report.papers_per_second = 301.6;
  report.left = std::chrono::hours(2);
  return report;
}

TEST_CASE("a first harvest at work tells its share, rate and time left") {
  const std::string progress = "41% of about 3,000,000 papers, 302 papers/s, 2 h 00 min left\n";
  Report report = harvesting();
  CHECK(mirrorctl::status_text(report, 0).find("Progress    " + progress) != std::string::npos);
  CHECK(mirrorctl::status_line(report) ==
        "harvesting, 1,234,567 papers, up to 2013-05-31, " + progress);
  const auto document = json::parse(mirrorctl::status_json(report));
  REQUIRE(document);
  CHECK(json::write((*document)["expected_papers"]) == "3000000");
  CHECK(json::write((*document)["papers_per_second"]) == "301.6");
  CHECK(json::write((*document)["seconds_left"]) == "7200.0");

  report.papers_per_second = std::nullopt;
  report.left = std::nullopt;
  CHECK(mirrorctl::status_line(report).ends_with("41% of about 3,000,000 papers\n"));
  report.file.papers = 4'000'000;
  CHECK(mirrorctl::status_line(report).ends_with("100% of about 3,000,000 papers\n"));
}

TEST_CASE("a later harvest at work tells its rate, and one that rests nothing") {
  Report report = harvesting();
  report.file.state->completed_at = "2026-11-30T03:12:44.123Z";
  report.file.state->total_records = 1'200'000;
  report.left = std::nullopt;
  CHECK(mirrorctl::expected_papers(report.file) == 1'200'000);
  CHECK(mirrorctl::status_line(report) ==
        "harvesting, 1,234,567 papers, up to 2013-05-31, 302 papers/s\n");
  report.file.holder = std::nullopt;
  CHECK(mirrorctl::expected_papers(report.file) == std::nullopt);
}

TEST_CASE("a migration at work tells its step") {
  CHECK(mirrorctl::status_line({migrating(), kNow}) ==
        "migrating, 3,041,223 papers, up to 2026-11-30, rebuild the index\n");
  CHECK(mirrorctl::status_line({missing(), kNow}) == "none\n");
}

TEST_CASE("free space and the timer are told where they are known") {
  Report report{complete(), kNow, std::int64_t{5} << 30};
  report.timer = mirrorctl::Timer{true, base::parse_iso("2026-12-02T05:11:42Z"),
                                  base::parse_iso("2026-12-01T04:52:07Z"), "success"};
  std::string text = mirrorctl::status_text(report, 0);
  CHECK(text.find("Size        6 GiB\nDisk        5 GiB free\n") != std::string::npos);
  CHECK(
      text.ends_with("Timer       next 2026-12-02T05:11:42Z (in 17 hours), "
                     "last 2026-12-01T04:52:07Z (7 hours ago): success\n"));
  CHECK(mirrorctl::status_json(report).ends_with(
      R"("timer":{"active":true,"next":"2026-12-02T05:11:42.000Z",)"
      R"("last":"2026-12-01T04:52:07.000Z","result":"success"},"slots":[]})"
      "\n"));
  report.timer->last = report.timer->next = std::nullopt;
  CHECK(mirrorctl::status_text(report, 0).ends_with("Timer       next unknown\n"));
  report.timer->active = false;
  CHECK(mirrorctl::status_text(report, 0).ends_with(
      "Timer       stopped; `systemctl enable --now harvestd-refresh.timer` starts it\n"));
}

TEST_CASE("the turns at arXiv's hosts are told: who has one, and how long all have to wait") {
  using std::chrono::milliseconds;
  Report report{complete(), kNow};
  report.slots = {{"API", true, 4711, milliseconds(2900), milliseconds(12'000)}, {"OAI"}};
  CHECK(mirrorctl::status_text(report, 0).ends_with(
      "arXiv API   a request is open, of process 4711, since 2 s; arXiv wants no request for 12 s\n"
      "arXiv OAI   free\n"));
  CHECK(mirrorctl::status_json(report).ends_with(
      R"("slots":[{"name":"API","in_use":true,"pid":4711,"held_ms":2900,"cooldown_left_ms":12000},)"
      R"({"name":"OAI","in_use":false,"pid":null,"held_ms":null,"cooldown_left_ms":null}]})"
      "\n"));
  report.slots = {{"API", false, {}, {}, milliseconds(1000)}};
  CHECK(mirrorctl::status_text(report, 0).ends_with(
      "arXiv API   free; arXiv wants no request for 1 s\n"));
}

TEST_CASE("each reason has its own word") {
  const char* words[] = {"missing",       "unreadable", "unversioned", "older_version",
                         "newer_version", "migrating",  "incomplete",  "missing_index"};
  for (std::size_t i = 0; i < std::size(words); ++i) {
    FileStatus status = missing();
    status.not_ready = static_cast<mirror::NotReady>(i);
    const auto document = json::parse(mirrorctl::status_json({status, kNow}));
    REQUIRE(document);
    CHECK(json::text((*document)["not_ready"]) == words[i]);
  }
  CHECK(static_cast<std::size_t>(mirror::NotReady::kMissingIndex) == std::size(words) - 1);
}

}  // namespace
