#include "mcpd/refresh/refresh_plan.h"

#include <doctest/doctest.h>

namespace {

using mirror::HarvestStatus;
using mirror::NotReady;
using refresh::Look;
using refresh::Outcome;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;

const base::WallTime kNow = *base::parse_iso("2026-12-01T12:00:00Z");
constexpr milliseconds kDay = hours(24);

Look look(std::optional<std::string> started, std::optional<std::string> completed,
          std::optional<NotReady> not_ready = std::nullopt) {
  Look look{not_ready, {}};
  look.state.status = HarvestStatus::kComplete;
  look.state.started_at = std::move(started);
  look.state.completed_at = std::move(completed);
  return look;
}

TEST_CASE("a refresh is due when the last completed run is older, whoever ran it") {
  const struct {
    const char* what;
    Look look;
    milliseconds wait;
  } kCases[] = {
      {"an hour ago", look("2026-12-01T10:59:00.000Z", "2026-12-01T11:00:00.000Z"), hours(23)},
      {"a day ago", look("2026-11-30T11:00:00.000Z", "2026-11-30T12:00:00.000Z"), hours(0)},
      {"a year ago", look("2025-12-01T10:59:00.000Z", "2025-12-01T11:00:00.000Z"), hours(0)},
      {"one that began lately and did not complete",
       look("2026-12-01T11:45:00.000Z", "2026-11-01T11:00:00.000Z"), minutes(45)},
      {"one that began an hour ago and did not complete",
       look("2026-12-01T11:00:00.000Z", "2026-11-01T11:00:00.000Z"), hours(0)},
      {"a clock that was set back", look("2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"),
       kDay},
      {"what is no instant", look("lately", "lately"), hours(0)},
      {"a first harvest that was broken off",
       look("2026-11-30T11:00:00.000Z", std::nullopt, NotReady::kIncomplete), hours(0)},
      {"a first harvest that has just begun",
       look("2026-12-01T11:59:00.000Z", std::nullopt, NotReady::kIncomplete), minutes(59)},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.what);
    CHECK(refresh::time_to_refresh(row.look, kDay, kNow) == row.wait);
  }
}

TEST_CASE("an older file is migrated at once; what is no mirror of ours is left alone") {
  const Look fresh = look("2026-12-01T11:59:00.000Z", "2026-12-01T11:59:30.000Z");
  Look older = fresh;
  older.not_ready = NotReady::kOlderVersion;
  CHECK(refresh::time_to_refresh(older, kDay, kNow) == milliseconds(0));
  for (const NotReady reason : {NotReady::kMissing, NotReady::kUnreadable, NotReady::kUnversioned,
                                NotReady::kNewerVersion, NotReady::kMigrating}) {
    CHECK(refresh::time_to_refresh({reason, {}}, kDay, kNow) == hours(1));
    CHECK(refresh::time_to_refresh({reason, {}}, minutes(5), kNow) == minutes(5));
  }
}

TEST_CASE("the child's status and the state it left say what it did") {
  const struct {
    int status;
    HarvestStatus after;
    Outcome outcome;
    const char* name;
  } kCases[] = {
      {0, HarvestStatus::kComplete, Outcome::kDrained, "drained"},
      {0, HarvestStatus::kInProgress, Outcome::kPartial, "partial"},
      {0, HarvestStatus::kError, Outcome::kFailed, "failed"},
      {75, HarvestStatus::kInProgress, Outcome::kSkipped, "skipped"},
      {65, HarvestStatus::kError, Outcome::kFailed, "failed"},
      {143, HarvestStatus::kInProgress, Outcome::kFailed, "failed"},
      {137, HarvestStatus::kComplete, Outcome::kFailed, "failed"},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.status);
    CHECK(refresh::outcome_of(row.status, row.after) == row.outcome);
    CHECK(refresh::outcome_name(row.outcome) == row.name);
  }
}

TEST_CASE("the child is told the mirror's place and the options that it shares") {
  const auto none = [](const char*) -> const char* { return nullptr; };
  const auto settings = base::resolve_settings(base::kMcpd,
                                               {{"--mirror", "/m/./mirror.db"},
                                                {"--contact", "me@example.org"},
                                                {"--request-delay-ms", "5"},
                                                {"--budget", "600000"}},
                                               none);
  CHECK(refresh::child_arguments("/usr/bin/harvestd", settings) ==
        std::vector<std::string>{"/usr/bin/harvestd", "refresh", "--quiet", "--mirror",
                                 "/m/mirror.db", "--budget", "600000", "--contact",
                                 "me@example.org"});
}

}  // namespace
