#include "mirrorctl/status.h"

#include <doctest/doctest.h>

#include "common/base/json.h"

namespace {

using mirror::FileStatus;

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
  CHECK(mirrorctl::status_text(missing(), kNow, 0) ==
        "File   /data/mirror.db\n"
        "Ready  no\n"
        "       There is no mirror file; `harvestd init` makes one.\n");
}

TEST_CASE("a complete file") {
  CHECK(mirrorctl::status_text(complete(), kNow, 0) ==
        "File        /data/mirror.db\n"
        "Ready       yes\n"
        "Size        6 GiB\n"
        "Version     7\n"
        "Papers      3,041,223\n"
        "State       complete\n"
        "Datestamp   2026-11-30 (yesterday)\n"
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
  const std::string text = mirrorctl::status_text(status, kNow, 0);
  CHECK(text.find("State      error\nError      The page is not XML.\n") != std::string::npos);
  CHECK(text.find("Datestamp  none yet\nCompleted  never\n") != std::string::npos);
  CHECK(text.find("Last start") == std::string::npos);
}

TEST_CASE("a migration at work, and one that broke off") {
  FileStatus status = migrating();
  std::string text = mirrorctl::status_text(status, kNow, 0);
  CHECK(text.find("Version     6 (this program's: 7)\n") != std::string::npos);
  CHECK(text.find("Writer      pid 12 since 2026-12-01T11:49:00Z\n") != std::string::npos);
  CHECK(text.find("Migration   at work from version 6, rebuild the index\n"
                  "            by host/12/34, heard of 2026-12-01T11:59:58Z (just now)\n") !=
        std::string::npos);
  status.lease_lives = false;
  text = mirrorctl::status_text(status, kNow, 0);
  CHECK(text.find("broken off from version 6") != std::string::npos);
}

TEST_CASE("stored words that are no dates stand as they are") {
  FileStatus status = complete();
  status.state->last_datestamp = "someday";
  status.state->completed_at = "22 Jan";
  const std::string text = mirrorctl::status_text(status, kNow, 0);
  CHECK(text.find("Datestamp   someday\nCompleted   22 Jan\n") != std::string::npos);
}

TEST_CASE("JSON has every member, null where the file does not say") {
  CHECK(mirrorctl::status_json(missing(), kNow) ==
        R"({"path":"/data/mirror.db","ready":false,"not_ready":"missing","exists":false,"bytes":0,)"
        R"("schema_version":null,"supported_schema_version":7,"papers":null,"state":null,)"
        R"("writer":null,"lease":null})"
        "\n");
  CHECK(mirrorctl::status_json(complete(), kNow) ==
        R"({"path":"/data/mirror.db","ready":true,"not_ready":null,"exists":true,)"
        R"("bytes":6442450944,"schema_version":7,"supported_schema_version":7,"papers":3041223,)"
        R"("state":{"status":"complete","last_datestamp":"2026-11-30","last_datestamp_age_days":1,)"
        R"("started_at":"2026-12-01T03:10:00.000Z","completed_at":"2026-12-01T03:12:44.123Z",)"
        R"("total_records":3041223,"error_message":null},"writer":null,"lease":null})"
        "\n");
  const auto lease = json::parse(mirrorctl::status_json(migrating(), kNow));
  REQUIRE(lease);
  CHECK(json::write((*lease)["lease"]) ==
        R"({"holder":"host/12/34","from_version":6,"step":"rebuild the index",)"
        R"("acquired_at":"2026-12-01T11:50:00.000Z","renewed_at":"2026-12-01T11:59:58.000Z",)"
        R"("lives":true})");
  CHECK(json::text((*lease)["not_ready"]) == "migrating");
}

TEST_CASE("each reason has its own word") {
  const char* words[] = {"missing",       "unreadable", "unversioned", "older_version",
                         "newer_version", "migrating",  "incomplete",  "missing_index"};
  for (std::size_t i = 0; i < std::size(words); ++i) {
    FileStatus status = missing();
    status.not_ready = static_cast<mirror::NotReady>(i);
    const auto document = json::parse(mirrorctl::status_json(status, kNow));
    REQUIRE(document);
    CHECK(json::text((*document)["not_ready"]) == words[i]);
  }
  CHECK(static_cast<std::size_t>(mirror::NotReady::kMissingIndex) == std::size(words) - 1);
}

}  // namespace
