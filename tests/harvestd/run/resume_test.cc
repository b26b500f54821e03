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
const std::string kToday = "2026-10-08";

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

struct Beginning {
  std::string what;
  HarvestState saved;
  bool from_scratch;
  ListPosition next;
  Text checkpoint;
};

const Text kDay = "2026-10-05";
const Text kToken = "t";

const Beginning kBeginnings[] = {
    {"a new file", saved(HarvestStatus::kPending, kNone, kNone), false, {}, kNone},
    {"nothing was reached", saved(HarvestStatus::kError, kNone, kNone), false, {}, kNone},
    {"broken off", saved(HarvestStatus::kError, kDay, kNone), false, {kNone, kDay}, kDay},
    {"killed", saved(HarvestStatus::kInProgress, kDay, kNone), false, {kNone, kDay}, kDay},
    {"broken off with a token",
     saved(HarvestStatus::kError, kDay, kToken),
     false,
     {kToken, kNone},
     kDay},
    {"stopped with a token",
     saved(HarvestStatus::kInProgress, kDay, kToken),
     false,
     {kToken, kNone},
     kDay},
    {"a token before any day",
     saved(HarvestStatus::kInProgress, kNone, kToken),
     false,
     {kToken, kNone},
     kNone},
    {"complete", saved(HarvestStatus::kComplete, kDay, kNone), false, {kNone, kDay}, kDay},
    {"complete, with a token that means nothing",
     saved(HarvestStatus::kComplete, kDay, kToken),
     false,
     {kNone, kDay},
     kDay},
    {"complete without a day", saved(HarvestStatus::kComplete, kNone, kNone), false, {}, kNone},
    {"a day to come", saved(HarvestStatus::kComplete, "2062-01-01", kNone), false, {}, kNone},
    {"a day to come, and a token",
     saved(HarvestStatus::kError, "2026-10-09", kToken),
     false,
     {},
     kNone},
    {"no day", saved(HarvestStatus::kComplete, "soon", kNone), false, {}, kNone},
    {"a day that arXiv refuses",
     saved(HarvestStatus::kComplete, "2005-09-15", kNone),
     false,
     {},
     kNone},
    {"arXiv's first day",
     saved(HarvestStatus::kComplete, "2005-09-16", kNone),
     false,
     {kNone, "2005-09-16"},
     "2005-09-16"},
    {"from scratch", saved(HarvestStatus::kComplete, kDay, kNone), true, {}, kNone},
    {"from scratch over a token", saved(HarvestStatus::kError, kDay, kToken), true, {}, kNone},
};

TEST_CASE("where a run begins") {
  for (const Beginning& one : kBeginnings) {
    CAPTURE(one.what);
    const Progression at = harvest::begin(one.saved, one.from_scratch, kToday);
    CHECK(at.next == one.next);
    CHECK(at.start == one.checkpoint);
    CHECK(at.checkpoint == one.checkpoint);
    CHECK(at.resumed_token == one.next.token.has_value());
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

TEST_CASE("a clock that was set back is told from a checkpoint that is wrong") {
  struct Case {
    Text day;
    Text started_at;
    bool behind;
  };
  const Case cases[] = {
      {"2026-10-20", "2026-10-21T00:00:00.000Z", true},
      {"2026-10-20", "2026-10-07T00:00:00.000Z", false},
      {"2026-10-08", "2026-10-21T00:00:00.000Z", false},
      {"later", "2026-10-21T00:00:00.000Z", false},
      {"2026-10-20", "later", false},
      {"2026-10-20", kNone, false},
      {kNone, "2026-10-21T00:00:00.000Z", false},
  };
  for (const Case& one : cases) {
    HarvestState state = saved(HarvestStatus::kComplete, one.day, kNone);
    state.started_at = one.started_at;
    CHECK(harvest::clock_is_behind(state, kToday) == one.behind);
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
    CHECK(harvest::after_page(at, page(one.page, "t"), kToday).checkpoint == one.after);
  }
}

TEST_CASE("a datestamp in the future moves the checkpoint to today at most") {
  struct Case {
    std::string page;
    std::string answered_on;  ///< by arXiv's clock
    std::string after;
  };
  const Case cases[] = {
      {"2026-10-08", "", "2026-10-08"},           {"2026-10-09", "", "2026-10-08"},
      {"2099-01-01", "2026-10-08", "2026-10-08"}, {"2026-10-09", "2026-10-09", "2026-10-09"},
      {"2026-10-12", "2026-10-09", "2026-10-09"}, {"2026-10-12", "2020-01-01", "2026-10-08"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.page);
    Page future = page(one.page, "t");
    future.answered_on = one.answered_on;
    CHECK(harvest::after_page(Progression(), future, kToday).checkpoint == one.after);
  }
}

TEST_CASE("a list goes on at its token until there is none") {
  const Progression first = harvest::begin(HarvestState{}, false, kToday);
  const Progression second = harvest::after_page(first, page("2026-10-05", "t2"), kToday);
  CHECK(second.next == ListPosition{"t2", kNone});
  CHECK_FALSE(second.list_ended);
  const Progression last = harvest::after_page(second, page("2026-10-06", kNone), kToday);
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
  const Progression resumed = harvest::begin(stopped, false, kToday);
  const auto recovered = harvest::after_rejected_token(resumed);
  REQUIRE(recovered);
  CHECK(recovered->next == ListPosition{kNone, "2026-10-04"});
  // The token that was not accepted is not kept, whatever happens next.
  CHECK(harvest::state_at(*recovered, Moment::kFailed).resumption_token == kNone);
  CHECK_FALSE(harvest::after_rejected_token(*recovered));

  const Progression same_day = harvest::after_page(*recovered, page("2026-10-04", "t2"), kToday);
  CHECK_FALSE(harvest::after_rejected_token(same_day));
  CHECK(harvest::state_at(same_day, Moment::kFailed).resumption_token == kNone);
  CHECK(harvest::state_at(same_day, Moment::kBudget).resumption_token == "t2");

  const Progression next_day = harvest::after_page(same_day, page("2026-10-06", "t3"), kToday);
  const auto again = harvest::after_rejected_token(next_day);
  REQUIRE(again);
  CHECK(again->next == ListPosition{kNone, "2026-10-06"});  // never the run's start
}

TEST_CASE("a token rejected before any day begins the list anew") {
  const Progression at = harvest::begin(saved(HarvestStatus::kError, kNone, "old"), false, kToday);
  const auto recovered = harvest::after_rejected_token(at);
  REQUIRE(recovered);
  CHECK(recovered->next == ListPosition{});
}

TEST_CASE("no records means complete where a checkpoint says up to where") {
  const Progression with =
      harvest::begin(saved(HarvestStatus::kComplete, "2026-10-05", kNone), false, kToday);
  const auto done = harvest::after_no_records(with);
  REQUIRE(done);
  CHECK(done->list_ended);
  const HarvestState state = harvest::state_at(*done, Moment::kComplete);
  CHECK(state.status == HarvestStatus::kComplete);
  CHECK(state.last_datestamp == "2026-10-05");
  CHECK(state.resumption_token == kNone);
  CHECK_FALSE(harvest::after_no_records(harvest::begin(HarvestState{}, false, kToday)));
}

TEST_CASE("days in doubt are read again, one after the other, before the list has ended") {
  Progression at = harvest::begin(HarvestState{}, false, kToday);
  at = harvest::after_page(at, page("2026-10-07", kNone), kToday);
  CHECK(harvest::then_reread(at, {}).list_ended);

  at = harvest::then_reread(at, {"2026-10-01", "2026-10-03"});
  CHECK_FALSE(at.list_ended);
  CHECK(at.next == ListPosition{kNone, "2026-10-01"});
  at = harvest::after_page(at, page("2026-10-01", "t1"), kToday);
  CHECK(at.next == ListPosition{"t1", kNone});  // the day may go on
  // No state keeps a token of such a day, even on the checkpoint the run began with.
  Progression same_start = at;
  same_start.start = same_start.checkpoint;
  same_start.resumed_token = true;
  CHECK(harvest::state_at(same_start, Moment::kBudget).resumption_token == kNone);

  at = harvest::after_page(at, page("2026-10-02", "t2"), kToday);
  CHECK(at.next == ListPosition{kNone, "2026-10-03"});  // that day is over
  CHECK_FALSE(at.list_ended);
  at = harvest::after_page(at, page("2026-10-03", kNone), kToday);
  CHECK(at.list_ended);
  CHECK(at.next == ListPosition{});
  CHECK(at.checkpoint == "2026-10-07");
}

TEST_CASE("a token rejected while a day is read again begins that day anew, once") {
  Progression at;
  at.checkpoint = "2026-10-07";
  at.recovered = true;
  at = harvest::then_reread(at, {"2026-10-01", "2026-10-03"});
  at = harvest::after_page(at, page("2026-10-01", "t1"), kToday);
  const auto again = harvest::after_rejected_token(at);
  REQUIRE(again);
  CHECK(again->next == ListPosition{kNone, "2026-10-01"});
  CHECK_FALSE(harvest::after_rejected_token(*again));
  const Progression next = harvest::after_page(*again, page("2026-10-02", "t2"), kToday);
  CHECK(harvest::after_rejected_token(next).has_value());
  CHECK_FALSE(harvest::after_no_records(next));
}

}  // namespace
