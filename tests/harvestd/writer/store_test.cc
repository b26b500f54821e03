#include "harvestd/writer/store.h"

#include <chrono>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "tests/harvestd/writer/mirror_file.h"
#include "tests/harvestd/writer/rows.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Change;
using mirror::Database;
using mirror::HarvestState;
using mirror::HarvestStatus;
using mirror::Row;
using mirror::Store;

HarvestState state(HarvestStatus status) {
  HarvestState state;
  state.status = status;
  return state;
}

/// A store on a fresh file whose triggers are in place, and a second connection that looks at the
/// file.
struct Fixture {
  testing::TempDir folder;
  std::string path = folder / "mirror.db";
  std::unique_ptr<Store> store = open();
  Database look{path, SQLITE_OPEN_READWRITE};

  std::unique_ptr<Store> open() const {
    testing::make_file_with_triggers(path);
    return std::make_unique<Store>(path, testing::kRules);
  }
  void apply(const std::vector<Change>& changes) {
    store->apply(changes, state(HarvestStatus::kInProgress));
  }
  std::int64_t count(const std::string& from) const {
    return look.integer("SELECT COUNT(*) FROM " + from).value();
  }
  std::int64_t matches(const std::string& expression) const {
    return count("papers_fts WHERE papers_fts MATCH '" + expression + "'");
  }
  std::int64_t rowid(const std::string& id) const {
    return look.integer("SELECT rowid FROM papers WHERE id = '" + id + "'").value();
  }
  /// Throws when the full-text index and the papers differ.
  void check_full_text() {
    look.trust_schema();
    look.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)");
  }
};

TEST_CASE("a row reaches every column, its codes the junction") {
  Fixture fixture;
  Row row = testing::row("2401.00001", "Cheap bounds");
  row.categories = "math.NA cs.NA math.NA";
  row.comment = "12 pages";
  row.doi = "10.1000/x.1";
  fixture.apply({row});
  mirror::Statement papers(fixture.look, "SELECT * FROM papers");
  mirror::Rows stored = papers.query();
  REQUIRE(stored.next());
  const std::vector<std::optional<std::string>> expected = {"2401.00001",
                                                            "1",
                                                            "Cheap bounds",
                                                            "Ada Quill",
                                                            "A text.",
                                                            "math.NA",
                                                            "math.NA cs.NA math.NA",
                                                            row.published,
                                                            row.updated,
                                                            row.updated,
                                                            "12 pages",
                                                            std::nullopt,
                                                            "10.1000/x.1"};
  for (int column = 0; column < static_cast<int>(expected.size()); ++column) {
    CAPTURE(column);
    CHECK(stored.optional_text(column) == expected[static_cast<std::size_t>(column)]);
  }
  CHECK(fixture.count("paper_categories") == 2);
  CHECK(fixture.count("paper_categories WHERE updated = '" + row.updated + "' AND published = '" +
                      row.published + "'") == 2);
}

TEST_CASE("an update keeps the rowid and renews codes and index") {
  Fixture fixture;
  fixture.apply({testing::row("2401.00001", "first"), testing::row("2401.00002", "second")});
  const std::int64_t before = fixture.rowid("2401.00001");
  Row changed = testing::row("2401.00001", "renamed");
  changed.version = "2";
  changed.categories = "math.NA cs.LG";
  changed.updated = "2025-01-01T00:00:00.000Z";
  fixture.apply({changed});
  CHECK(fixture.rowid("2401.00001") == before);
  CHECK(fixture.count("papers") == 2);
  CHECK(fixture.matches("first") == 0);
  CHECK(fixture.matches("renamed") == 1);
  CHECK(fixture.count("paper_categories WHERE paper_id = '2401.00001' AND category = 'cs.NA'") ==
        0);
  CHECK(fixture.count("paper_categories WHERE paper_id = '2401.00001' AND updated = '" +
                      changed.updated + "'") == 2);
  CHECK(fixture.look.text("SELECT latest_version FROM papers WHERE id = '2401.00001'") ==
        changed.updated);
  fixture.check_full_text();
}

TEST_CASE("a paper that comes again unchanged leaves the full-text index alone") {
  Fixture fixture;
  fixture.apply({testing::row("2401.00001", "first")});
  const auto blocks = [&] {
    return fixture.look.text("SELECT group_concat(hex(block)) FROM papers_fts_data");
  };
  const auto before = blocks();
  fixture.apply({testing::row("2401.00001", "first")});
  CHECK(blocks() == before);
  CHECK(fixture.count("paper_categories") == 2);
}

TEST_CASE("a tombstone takes paper, codes and index entries; an unknown one nothing") {
  Fixture fixture;
  fixture.apply({testing::row("2401.00001", "first"), testing::row("2401.00002", "second")});
  fixture.apply({testing::gone("2401.00001"), testing::gone("2401.00009")});
  CHECK(fixture.count("papers") == 1);
  CHECK(fixture.count("paper_categories WHERE paper_id = '2401.00001'") == 0);
  CHECK(fixture.count("paper_categories") == 2);
  CHECK(fixture.matches("first") == 0);
  fixture.check_full_text();
}

TEST_CASE("changes of one page apply in order") {
  Fixture fixture;
  fixture.apply({testing::row("2401.00001", "first"), testing::gone("2401.00001"),
                 testing::row("2401.00001", "again"), testing::row("2401.00002", "second"),
                 testing::gone("2401.00002")});
  CHECK(fixture.count("papers") == 1);
  CHECK(fixture.matches("again") == 1);
  fixture.check_full_text();
}

TEST_CASE("NULL comment and journal reference are indexed as nothing") {
  Fixture fixture;
  Row row = testing::row("2401.00001", "first");
  fixture.apply({row});
  CHECK(fixture.matches("comment: null") == 0);
  row.comment = "twelve pages";
  fixture.apply({row});
  CHECK(fixture.matches("comment: twelve") == 1);
  row.comment.reset();
  fixture.apply({row});
  CHECK(fixture.matches("comment: twelve") == 0);
  fixture.check_full_text();
}

TEST_CASE("a page that fails leaves nothing of it, its state included") {
  Fixture fixture;
  fixture.look.execute(
      "CREATE TRIGGER fail BEFORE INSERT ON papers WHEN new.id = '2401.00003' BEGIN"
      " SELECT RAISE(FAIL, 'no'); END");
  HarvestState next = state(HarvestStatus::kInProgress);
  next.last_datestamp = "2026-10-06";
  const std::vector<Change> page = {testing::row("2401.00001", "a"), testing::gone("2401.00002"),
                                    testing::row("2401.00003", "c")};
  CHECK_THROWS_AS(fixture.store->apply(page, next), mirror::SqliteFault);
  CHECK(fixture.count("papers") == 0);
  CHECK(fixture.store->state() == HarvestState{});
  fixture.look.execute("DROP TRIGGER fail");
  fixture.store->apply(page, next);  // and the store still works
  CHECK(fixture.count("papers") == 2);
  CHECK(fixture.store->state() == next);
}

TEST_CASE("completed_at and total_records outlive states that have none") {
  Fixture fixture;
  HarvestState complete = state(HarvestStatus::kComplete);
  complete.last_datestamp = "2026-10-06";
  complete.started_at = "2026-10-06T10:00:00.000Z";
  complete.completed_at = "2026-10-06T12:00:00.000Z";
  fixture.apply({testing::row("2401.00001", "a")});
  REQUIRE(fixture.store->complete(complete, {}));
  complete.total_records = 1;
  CHECK(fixture.store->state() == complete);

  HarvestState failed = state(HarvestStatus::kError);
  failed.error_message = "no";
  fixture.store->write(failed);
  failed.completed_at = complete.completed_at;
  failed.total_records = 1;
  CHECK(fixture.store->state() == failed);  // and the rest is cleared
}

TEST_CASE("total_records is the number of papers, run after run") {
  Fixture fixture;
  const HarvestState complete = state(HarvestStatus::kComplete);
  const auto total_is = [&](std::int64_t papers) {
    REQUIRE(fixture.store->complete(complete, {}));
    CHECK(fixture.store->state().total_records == papers);
    CHECK(fixture.count("papers") == papers);
  };
  fixture.apply({testing::row("2401.00001", "a"), testing::row("2401.00002", "b")});
  total_is(2);
  fixture.store.reset();
  fixture.store = std::make_unique<Store>(fixture.path, testing::kRules);
  total_is(2);
  // New ones, one of them twice, and the last one again after it had gone; changed, unchanged, gone
  // and unknown ones.
  fixture.apply({testing::row("2401.00003", "c"), testing::row("2401.00003", "d"),
                 testing::row("2401.00001", "e"), testing::row("2401.00002", "b"),
                 testing::gone("2401.00003"), testing::row("2401.00003", "f"),
                 testing::row("2401.00004", "g"), testing::gone("2401.00001"),
                 testing::gone("2401.00009")});
  total_is(3);
  fixture.look.execute(
      "CREATE TRIGGER fail BEFORE INSERT ON papers WHEN new.id = '2401.00006' BEGIN"
      " SELECT RAISE(FAIL, 'no'); END");
  CHECK_THROWS(fixture.apply({testing::row("2401.00005", "h"), testing::row("2401.00006", "i")}));
  fixture.look.execute("DROP TRIGGER fail");
  fixture.apply({testing::row("2401.00007", "j")});
  total_is(4);
}

TEST_CASE("a run that was cut off leaves no number to go by") {
  Fixture fixture;
  fixture.apply({testing::row("2401.00001", "a")});
  REQUIRE(fixture.store->complete(state(HarvestStatus::kComplete), {}));
  fixture.apply({testing::row("2401.00002", "b")});
  fixture.store.reset();
  fixture.store = std::make_unique<Store>(fixture.path, testing::kRules);
  REQUIRE(fixture.store->complete(state(HarvestStatus::kComplete), {}));
  CHECK(fixture.store->state().total_records == 2);
}

TEST_CASE("a page makes few segments of the full-text index, whatever it holds") {
  Fixture fixture;
  std::vector<Change> page;
  for (int number = 10'000; number < 11'000; ++number)
    page.emplace_back(
        testing::row("2401." + std::to_string(number), "about " + std::to_string(number)));
  fixture.apply(page);
  // Blocks of a segment carry its number above bit 37; the lowest ids are the index's own records.
  CHECK(fixture.look.integer("SELECT COUNT(DISTINCT id >> 37) FROM papers_fts_data WHERE id > 10")
            .value() <= 3);
  CHECK(fixture.count("papers_fts_config WHERE k <> 'version'") == 0);
  fixture.check_full_text();
}

TEST_CASE("no statistics are ever gathered, and a paper's codes are found by their index") {
  Fixture fixture;
  fixture.apply({testing::row("2401.00001", "a")});
  fixture.store.reset();
  CHECK(fixture.count("sqlite_master WHERE name LIKE 'sqlite_stat%'") == 0);
  mirror::Statement plan(fixture.look,
                         "EXPLAIN QUERY PLAN DELETE FROM paper_categories WHERE paper_id = ?1");
  mirror::Rows rows = plan.query("2401.00001");
  REQUIRE(rows.next());
  CHECK(std::string(rows.text(3)) ==
        "SEARCH paper_categories USING INDEX paper_categories_paper_id_idx (paper_id=?)");
}

}  // namespace
