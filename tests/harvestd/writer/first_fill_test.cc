#include "harvestd/writer/first_fill.h"

#include <optional>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "harvestd/writer/store.h"
#include "tests/harvestd/writer/mirror_file.h"
#include "tests/harvestd/writer/rows.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Change;
using mirror::FillPlan;
using mirror::FillProgress;
using mirror::HarvestState;
using mirror::HarvestStatus;
using mirror::IndexFacts;
using mirror::IndexPhase;
using mirror::Store;
using Page = std::vector<Change>;

constexpr int kWindow = 3;

std::string id_of(int number) {
  return "2401." + std::to_string(10'000 + number);
}

/// `count` papers from `first` on, with letters that the index folds.
Page papers(int first, int count) {
  Page page;
  for (int number = first; number < first + count; ++number) {
    mirror::Row row = testing::row(id_of(number), "about the number " + std::to_string(number));
    row.authors = "Łukasz Ørsted, Ada Quill";
    if (number % 2 == 0) row.comment = "even, 12 pages";
    page.emplace_back(row);
  }
  return page;
}

Page changed(int number, const std::string& title) {
  mirror::Row row = testing::row(id_of(number), title);
  row.categories = "cs.LG";
  row.journal_ref = "J. Even Numb. 7";
  return {row};
}

/// What a list brings before it ends: new papers, some of them changed or taken away again, the
/// last one too, so that rowids have gaps and one is given again.
std::vector<Page> collected() {
  return {papers(0, 8),
          changed(2, "renamed"),
          {testing::gone(id_of(4))},
          papers(8, 9),
          {testing::gone(id_of(16))},
          papers(20, 2),
          changed(20, "renamed as well"),
          {testing::gone(id_of(9)), testing::gone(id_of(99))}};
}

/// What the run after a broken-off fill brings.
std::vector<Page> later() {
  return {changed(0, "first of all"),
          {testing::gone(id_of(21))},
          papers(30, 4),
          {testing::gone(id_of(30))},
          changed(2, "renamed again")};
}

HarvestState state(HarvestStatus status) {
  HarvestState state;
  state.status = status;
  state.last_datestamp = "2026-10-06";
  if (status == HarvestStatus::kComplete) state.completed_at = "2026-10-06T12:00:00.000Z";
  return state;
}

void store_pages(Store& store, const std::vector<Page>& pages) {
  for (const Page& page : pages)
    store.apply(page, state(HarvestStatus::kInProgress));
}

FillPlan plan(std::function<void(const FillProgress&)> notice = [](const FillProgress&) {}) {
  FillPlan plan;
  plan.notice = std::move(notice);
  plan.window = kWindow;
  return plan;
}

bool complete(Store& store, const FillPlan& how = plan()) {
  return store.complete(state(HarvestStatus::kComplete), how);
}

/// A file on which `pages` were collected, and nothing more.
void make_collected(const std::string& path) {
  Store store(path, testing::kRules);
  store_pages(store, collected());
}

IndexPhase phase_of(const std::string& path) {
  const mirror::Database database(path, SQLITE_OPEN_READWRITE);
  return mirror::index_phase(mirror::read_index_facts(database));
}

/// What a file is to hold at the end: triggers indexed `pages` one by one.
std::vector<std::string> expected(std::vector<Page> pages, const std::vector<Page>& more = {}) {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::make_file_with_triggers(path);
  pages.insert(pages.end(), more.begin(), more.end());
  {
    Store store(path, testing::kRules);
    store_pages(store, pages);
    REQUIRE(complete(store));
  }
  return testing::content_of(path);
}

/// True when `work` went to its end in a process of its own; false when it died in between.
template <class Work>
bool ends_in_child(Work work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A plan that kills the process, as kill -9 would, after its `commits`th window.
FillPlan deadly(int commits) {
  return plan([left = commits](const FillProgress&) mutable {
    if (--left == 0) ::_exit(1);
  });
}

TEST_CASE("the phase follows from the facts") {
  struct Case {
    IndexFacts facts;
    IndexPhase phase;
  };
  const Case cases[] = {
      {{false, false, false}, IndexPhase::kCollecting},  // new, or papers alone
      {{false, false, true}, IndexPhase::kFilling},      // broken off while it indexed
      {{false, true, false}, IndexPhase::kKept},         // new, made with triggers
      {{false, true, true}, IndexPhase::kKept},          // the same, some way on
      {{true, false, false}, IndexPhase::kKept},         // lost its triggers: for repair to mend
      {{true, false, true}, IndexPhase::kKept},
      {{true, true, false}, IndexPhase::kKept},  // complete, without papers
      {{true, true, true}, IndexPhase::kKept},
  };
  for (const Case& one : cases) {
    CAPTURE(one.facts.completed);
    CAPTURE(one.facts.triggers);
    CAPTURE(one.facts.indexed);
    CHECK(mirror::index_phase(one.facts) == one.phase);
  }
}

TEST_CASE("the facts are read from the file, at every stage of its first fill") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const auto facts = [&] {
    return mirror::read_index_facts(mirror::Database(path, SQLITE_OPEN_READWRITE));
  };
  Store store(path, testing::kRules);
  CHECK(facts() == IndexFacts{false, false, false});
  store_pages(store, collected());
  CHECK(facts() == IndexFacts{false, false, false});
  std::vector<IndexFacts> seen;
  REQUIRE(complete(store, plan([&](const FillProgress&) { seen.push_back(facts()); })));
  CHECK(seen == std::vector<IndexFacts>(seen.size(), {false, false, true}));
  CHECK(facts() == IndexFacts{true, true, true});
}

TEST_CASE("a file filled late equals one filled by triggers, the changes on the way included") {
  const auto by_triggers = expected(collected());
  for (const std::int64_t window : {1, 3, 14, 100}) {
    CAPTURE(window);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_collected(path);
    CHECK(phase_of(path) == IndexPhase::kCollecting);
    {
      Store store(path, testing::kRules);
      FillPlan how = plan();
      how.window = window;
      REQUIRE(store.continue_fill(how));  // which has nothing to do yet
      REQUIRE(complete(store, how));
    }
    CHECK(testing::difference(testing::content_of(path), by_triggers) == "");
  }
}

TEST_CASE("an unfinished file that has triggers keeps them all along") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::make_file_with_triggers(path);
  {
    Store store(path, testing::kRules);
    store_pages(store, collected());
    CHECK(phase_of(path) == IndexPhase::kKept);
    REQUIRE(store.continue_fill(plan()));
    store_pages(store, later());
    REQUIRE(complete(store));
  }
  CHECK(testing::difference(testing::content_of(path), expected(collected(), later())) == "");
}

TEST_CASE("a complete file is indexed as it changes, a list from scratch included") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  {
    Store store(path, testing::kRules);
    store_pages(store, collected());
    REQUIRE(complete(store));
    store_pages(store, later());
    store.begin_list(HarvestState());
  }
  CHECK(phase_of(path) == IndexPhase::kKept);
  {
    Store store(path, testing::kRules);
    REQUIRE(store.continue_fill(plan()));
    REQUIRE(complete(store));
  }
  CHECK(testing::difference(testing::content_of(path), expected(collected(), later())) == "");
}

TEST_CASE("a list without any paper ends with the triggers in place") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  {
    Store store(path, testing::kRules);
    REQUIRE(complete(store));
  }
  CHECK(testing::difference(testing::content_of(path), expected({})) == "");
}

TEST_CASE("progress counts papers up to all of them") {
  const testing::TempDir folder;
  Store store(folder / "mirror.db", testing::kRules);
  store_pages(store, {papers(0, 8)});
  std::vector<std::int64_t> indexed;
  REQUIRE(complete(store, plan([&](const FillProgress& progress) {
                     CHECK(progress.papers == 8);
                     indexed.push_back(progress.indexed);
                   })));
  // Then once for each index that comes late and each window of the search aids.
  CHECK(indexed == std::vector<std::int64_t>{3, 6, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8});
}

TEST_CASE("an unfinished file has the writer's own index alone, a finished one all of them") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const auto indexes = [&] {
    return mirror::Database(path, SQLITE_OPEN_READWRITE)
        .text("SELECT group_concat(name) FROM sqlite_master WHERE type = 'index' AND sql NOT NULL");
  };
  make_collected(path);
  CHECK(indexes() == "paper_categories_paper_id_idx");
  {
    Store store(path, testing::kRules);
    REQUIRE(complete(store));
  }
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    CAPTURE(object.name);
    if (object.kind == mirror::ObjectKind::kIndex)
      CHECK(indexes()->find(object.name) != std::string::npos);
  }
}

TEST_CASE("killed after any commit of the fill, the next run finishes it and goes on") {
  const auto by_triggers = expected(collected(), later());
  bool ended = false;
  for (int commits = 1; !ended; ++commits) {
    CAPTURE(commits);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_collected(path);
    ended = ends_in_child([&] {
      Store store(path, testing::kRules);
      complete(store, deadly(commits));
    });
    CHECK(phase_of(path) == (ended ? IndexPhase::kKept : IndexPhase::kFilling));
    {
      Store store(path, testing::kRules);
      REQUIRE(store.continue_fill(plan()));
      CHECK(phase_of(path) == IndexPhase::kKept);
      store_pages(store, later());
      REQUIRE(complete(store));
    }
    CHECK(testing::difference(testing::content_of(path), by_triggers) == "");
    REQUIRE(commits < 25);
  }
}

TEST_CASE("killed again and again while it goes on, a fill still comes to its end") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_collected(path);
  CHECK_FALSE(ends_in_child([&] {
    Store store(path, testing::kRules);
    complete(store, deadly(1));
  }));
  const auto goes_on = [&] {
    Store store(path, testing::kRules);
    store.continue_fill(deadly(1));
  };
  int deaths = 0;
  for (; !ends_in_child(goes_on); ++deaths)
    REQUIRE(deaths < 25);
  CHECK(deaths > 1);
  {
    Store store(path, testing::kRules);
    REQUIRE(complete(store));
  }
  CHECK(testing::difference(testing::content_of(path), expected(collected())) == "");
}

TEST_CASE("a stop between two windows keeps what is indexed; the next run goes on") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_collected(path);
  {
    Store store(path, testing::kRules);
    std::stop_source stop;
    FillPlan how = plan([&](const FillProgress&) { stop.request_stop(); });
    how.stop = stop.get_token();
    std::optional<base::Code> code;
    try {
      complete(store, how);
    } catch (const base::Fault& fault) {
      code = fault.code();
    }
    CHECK(code == base::Code::kCancelled);
    CHECK(store.state() == state(HarvestStatus::kInProgress));
    store.write(state(HarvestStatus::kError));
    CHECK_THROWS_AS(store_pages(store, later()), base::Fault);  // papers may not change now
  }
  CHECK(phase_of(path) == IndexPhase::kFilling);
  {
    Store store(path, testing::kRules);
    CHECK_THROWS_AS(store_pages(store, later()), base::Fault);
    REQUIRE(store.continue_fill(plan()));
    store_pages(store, later());
    REQUIRE(complete(store));
  }
  CHECK(testing::difference(testing::content_of(path), expected(collected(), later())) == "");
}

TEST_CASE("the end of the time given stops a fill, within a window too") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  {
    Store store(path, testing::kRules);
    store_pages(store, {papers(0, 3000)});
    FillPlan how;
    how.end = base::Deadline::after(std::chrono::milliseconds(2));
    CHECK_FALSE(complete(store, how));
    CHECK(store.state() == state(HarvestStatus::kInProgress));
    CHECK(phase_of(path) == IndexPhase::kCollecting);  // the window is undone
    how.end = base::Deadline::after(std::chrono::milliseconds(0));
    CHECK_FALSE(complete(store, how));
    REQUIRE(complete(store));
  }
  CHECK(testing::difference(testing::content_of(path), expected({papers(0, 3000)})) == "");
}

TEST_CASE("each window finds its papers by rowid") {
  const testing::TempDir folder;
  const mirror::Database database = mirror::open_for_writing(folder / "mirror.db", testing::kRules);
  const auto steps = testing::rows_of(
      database,
      "EXPLAIN QUERY PLAN SELECT rowid, authors FROM papers_fts_source WHERE rowid > 5"
      " ORDER BY rowid LIMIT 3");
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].find("SEARCH papers USING INTEGER PRIMARY KEY (rowid>?)") != std::string::npos);
}

}  // namespace
