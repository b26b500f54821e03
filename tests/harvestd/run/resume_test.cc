#include "harvestd/run/resume.h"

#include <doctest/doctest.h>

namespace {

using harvest::ListPosition;
using harvest::Moment;
using harvest::Page;
using harvest::Progression;
using mirror::HarvestState;
using mirror::HarvestStatus;
using Text = std::optional<std::string>;

constexpr auto kNone = std::nullopt;

HarvestState saved(HarvestStatus status, const Text& checkpoint, const Text& token) {
  HarvestState state;
  state.status = status;
  state.last_datestamp = checkpoint;
  state.resumption_token = token;
  return state;
}

Page page(const std::string& last_datestamp, const Text& token) {
  Page page;
  page.last_datestamp = last_datestamp;
  page.token = token;
  return page;
}

TEST_CASE("where a run begins") {
  struct Case {
    std::string what;
    HarvestState saved;
    bool from_scratch;
    ListPosition next;
    Text checkpoint;
    bool resumed;
  };
  const Text day = "2026-10-05";
  const Text token = "t";
  const Case cases[] = {
      {"a new file", saved(HarvestStatus::kPending, kNone, kNone), false, {}, kNone, false},
      {"nothing was reached", saved(HarvestStatus::kError, kNone, kNone), false, {}, kNone, false},
      {"broken off", saved(HarvestStatus::kError, day, kNone), false, {kNone, day}, day, false},
      {"killed", saved(HarvestStatus::kInProgress, day, kNone), false, {kNone, day}, day, false},
      {"broken off with a token",
       saved(HarvestStatus::kError, day, token),
       false,
       {token, kNone},
       day,
       true},
      {"stopped with a token",
       saved(HarvestStatus::kInProgress, day, token),
       false,
       {token, kNone},
       day,
       true},
      {"a token before any day",
       saved(HarvestStatus::kInProgress, kNone, token),
       false,
       {token, kNone},
       kNone,
       true},
      {"complete", saved(HarvestStatus::kComplete, day, kNone), false, {kNone, day}, day, false},
      {"complete, with a token that means nothing",
       saved(HarvestStatus::kComplete, day, token),
       false,
       {kNone, day},
       day,
       false},
      {"complete without a day",
       saved(HarvestStatus::kComplete, kNone, kNone),
       false,
       {},
       kNone,
       false},
      {"from scratch", saved(HarvestStatus::kComplete, day, kNone), true, {}, kNone, false},
      {"from scratch over a token",
       saved(HarvestStatus::kError, day, token),
       true,
       {},
       kNone,
       false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    const Progression at = harvest::begin(one.saved, one.from_scratch);
    CHECK(at.next == one.next);
    CHECK(at.start == one.checkpoint);
    CHECK(at.checkpoint == one.checkpoint);
    CHECK(at.resumed_token == one.resumed);
    CHECK_FALSE(at.recovered);
    CHECK_FALSE(at.list_ended);
    // What the run's first write keeps: the checkpoint, and the token that it goes on with.
    const HarvestState state = harvest::state_at(at, Moment::kRunning);
    CHECK(state.status == HarvestStatus::kInProgress);
    CHECK(state.last_datestamp == one.checkpoint);
    CHECK(state.resumption_token == one.next.token);
    CHECK(state.error_message == kNone);
  }
}

TEST_CASE("the checkpoint is the greatest day of what was stored and never goes back") {
  struct Case {
    Text before;
    std::string page;
    Text after;
  };
  const Case cases[] = {
      {kNone, "2026-10-05", "2026-10-05"},        {"2026-10-05", "2026-10-06", "2026-10-06"},
      {"2026-10-05", "2026-10-05", "2026-10-05"}, {"2026-10-05", "2026-10-04", "2026-10-05"},
      {"2026-10-05", "", "2026-10-05"},           {kNone, "", kNone},
  };
  for (const Case& one : cases) {
    Progression at;
    at.checkpoint = one.before;
    CHECK(harvest::after_page(at, page(one.page, "t")).checkpoint == one.after);
  }
}

TEST_CASE("a list goes on at its token until there is none") {
  const Progression first = harvest::begin(HarvestState{}, false);
  const Progression second = harvest::after_page(first, page("2026-10-05", "t2"));
  CHECK(second.next == ListPosition{"t2", kNone});
  CHECK_FALSE(second.list_ended);
  const Progression last = harvest::after_page(second, page("2026-10-06", kNone));
  CHECK(last.list_ended);
  CHECK(last.next == ListPosition{});
  const HarvestState state = harvest::state_at(last, Moment::kComplete);
  CHECK(state.status == HarvestStatus::kComplete);
  CHECK(state.last_datestamp == "2026-10-06");
  CHECK(state.resumption_token == kNone);
}

TEST_CASE("a state keeps the token only where the day alone would not get further") {
  struct Case {
    std::string what;
    bool resumed;
    std::string checkpoint;
    Moment moment;
    HarvestStatus status;
    bool kept;
  };
  const std::string start = "2026-10-05";
  const std::string later = "2026-10-06";
  constexpr auto kRunning = HarvestStatus::kInProgress;
  const Case cases[] = {
      {"a page", false, start, Moment::kRunning, kRunning, false},
      {"a page of a resumed list", true, start, Moment::kRunning, kRunning, true},
      {"a page of a resumed list, later", true, later, Moment::kRunning, kRunning, false},
      {"the budget", false, start, Moment::kBudget, kRunning, true},
      {"the budget, later", false, later, Moment::kBudget, kRunning, false},
      {"the budget of a resumed list", true, start, Moment::kBudget, kRunning, true},
      {"the budget of a resumed list, later", true, later, Moment::kBudget, kRunning, false},
      {"a failure", false, start, Moment::kFailed, HarvestStatus::kError, false},
      {"a failure, later", false, later, Moment::kFailed, HarvestStatus::kError, false},
      {"a failure in a resumed list", true, start, Moment::kFailed, HarvestStatus::kError, true},
      {"a failure in a resumed list, later", true, later, Moment::kFailed, HarvestStatus::kError,
       false},
      {"the end", true, start, Moment::kComplete, HarvestStatus::kComplete, false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    Progression at;
    at.next.token = "t";
    at.start = start;
    at.checkpoint = one.checkpoint;
    at.resumed_token = one.resumed;
    const HarvestState state = harvest::state_at(at, one.moment);
    CHECK(state.status == one.status);
    CHECK(state.last_datestamp == one.checkpoint);
    CHECK(state.resumption_token == (one.kept ? Text("t") : kNone));
  }
}

TEST_CASE("a rejected token gives way to the checkpoint's day, once until the checkpoint moves") {
  const HarvestState stopped = saved(HarvestStatus::kInProgress, "2026-10-04", "old");
  const Progression resumed = harvest::begin(stopped, false);
  const auto recovered = harvest::after_rejected_token(resumed);
  REQUIRE(recovered);
  CHECK(recovered->next == ListPosition{kNone, "2026-10-04"});
  // The token that was not accepted is not kept, whatever happens next.
  CHECK(harvest::state_at(*recovered, Moment::kFailed).resumption_token == kNone);
  CHECK_FALSE(harvest::after_rejected_token(*recovered));

  const Progression same_day = harvest::after_page(*recovered, page("2026-10-04", "t2"));
  CHECK_FALSE(harvest::after_rejected_token(same_day));
  CHECK(harvest::state_at(same_day, Moment::kFailed).resumption_token == kNone);
  CHECK(harvest::state_at(same_day, Moment::kBudget).resumption_token == "t2");

  const Progression next_day = harvest::after_page(same_day, page("2026-10-06", "t3"));
  const auto again = harvest::after_rejected_token(next_day);
  REQUIRE(again);
  CHECK(again->next == ListPosition{kNone, "2026-10-06"});  // never the run's start
}

TEST_CASE("a token rejected before any day begins the list anew") {
  const Progression at = harvest::begin(saved(HarvestStatus::kError, kNone, "old"), false);
  const auto recovered = harvest::after_rejected_token(at);
  REQUIRE(recovered);
  CHECK(recovered->next == ListPosition{});
}

TEST_CASE("no records means complete where a checkpoint says up to where") {
  const Progression with =
      harvest::begin(saved(HarvestStatus::kComplete, "2026-10-05", kNone), false);
  const auto done = harvest::after_no_records(with);
  REQUIRE(done);
  CHECK(done->list_ended);
  const HarvestState state = harvest::state_at(*done, Moment::kComplete);
  CHECK(state.status == HarvestStatus::kComplete);
  CHECK(state.last_datestamp == "2026-10-05");
  CHECK(state.resumption_token == kNone);
  CHECK_FALSE(harvest::after_no_records(harvest::begin(HarvestState{}, false)));
}

}  // namespace
