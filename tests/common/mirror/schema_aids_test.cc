#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::MirrorFile;

// Rows of the table that are not those of its view, or the other way round.
std::int64_t other_filters(MirrorFile& file) {
  return file.database()
      .integer(R"sql(
SELECT (SELECT count(*) FROM (SELECT * FROM paper_filters EXCEPT SELECT * FROM paper_filters_source))
  + (SELECT count(*) FROM (SELECT * FROM paper_filters_source EXCEPT SELECT * FROM paper_filters))
)sql")
      .value();
}

TEST_CASE("the triggers keep what filters ask true, whatever is done to the papers") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001", .categories = "cs.LG stat.ML"});
  file.put({.id = "2401.00002", .published = "some day"});
  file.put({.id = "2401.00003"});
  const char* changes[] = {
      "UPDATE papers SET title = 'another'",
      "UPDATE papers SET updated = '2026-01-01T00:00:00.000Z' WHERE rowid = 1",
      "UPDATE papers SET published = '1991-08-14T00:00:00.000Z'",
      "UPDATE papers SET categories = 'math.AG' WHERE rowid = 3",
      "UPDATE papers SET rowid = 9 WHERE rowid = 1",
      "INSERT OR IGNORE INTO papers SELECT '2401.00004', version, title, authors, abstract,"
      " primary_category, categories, published, updated, latest_version, comment, journal_ref, doi"
      " FROM papers WHERE rowid = 2",
      "DELETE FROM papers WHERE rowid = 2",
  };
  CHECK(other_filters(file) == 0);
  for (const char* change : changes) {
    CAPTURE(change);
    file.execute(change);
    CHECK(other_filters(file) == 0);
  }
  CHECK(file.database().integer("SELECT count(*) FROM paper_filters") == 3);
}

TEST_CASE("the triggers keep the counts of categories true, whatever is done to the papers") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  const auto counts = [&](const char* table) {
    const std::string sql =
        "SELECT group_concat(category || papers || primaries, ' ') FROM"
        " (SELECT * FROM " +
        std::string(table) + " WHERE (papers, primaries) <> (0, 0) ORDER BY category)";
    return file.database().text(sql);
  };
  file.put({.id = "2401.00001", .categories = "cs.LG stat.ML"});
  file.put({.id = "2401.00002", .categories = "stat.ML"});
  file.put({.id = "2401.00003", .categories = "hep-th cs.LG"});
  CHECK(counts("category_counts") == "cs.LG21 hep-th11 stat.ML21");
  file.put({.id = "2401.00003", .categories = "stat.ML math"});
  CHECK(counts("category_counts") == "cs.LG11 math10 stat.ML32");
  const char* changes[] = {
      "UPDATE papers SET title = 'another'",
      "UPDATE papers SET primary_category = 'math' WHERE rowid = 3",
      "UPDATE paper_categories SET category = 'cs.AI' WHERE category = 'math'",
      "UPDATE paper_categories SET published = updated",
      "INSERT OR IGNORE INTO paper_categories VALUES ('cs.AI', '2401.00003', '', '')",
      "INSERT INTO paper_categories VALUES ('cs.AI', '2401.00002', '', '')",
      "DELETE FROM paper_categories WHERE category = 'cs.LG'",
      "DELETE FROM papers WHERE rowid = 3",
      "DELETE FROM papers",
  };
  for (const char* change : changes) {
    CAPTURE(change);
    file.execute(change);
    CHECK(counts("category_counts") == counts("category_counts_source"));
  }
}

TEST_CASE("a date is kept as seconds only where they say all of it") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  struct Case {
    const char* date;
    const char* kept;
  };
  const Case cases[] = {
      {"1970-01-01T00:00:00.000Z", "0"},
      {"1969-12-31T23:59:59.000Z", "-1"},
      {"2024-02-29T23:59:59.000Z", "1709251199"},
      {"0000-01-01T00:00:00.000Z", "-62167219200"},
      {"9999-12-31T23:59:59.000Z", "253402300799"},
      {"2024-02-30T00:00:00.000Z", nullptr},
      {"2024-01-01T24:00:00.000Z", nullptr},
      {"2024-01-01T23:59:60.000Z", nullptr},
      {"2024-01-01T00:00:00.500Z", nullptr},
      {"2024-01-01T00:00:00Z", nullptr},
      {"2024-01-01", nullptr},
      {"Mon, 22 Jan 2024 18:59:01 GMT", nullptr},
      {"2460000.5", nullptr},
      {"now", nullptr},
      {"", nullptr},
  };
  for (const Case& one : cases) {
    CAPTURE(one.date);
    file.put({.id = "2401.00001", .published = one.date, .updated = one.date});
    const std::string kept = one.kept == nullptr ? "text" : "integer";
    CHECK(file.database().text("SELECT typeof(published) FROM paper_filters") == kept);
    CHECK(file.database().text("SELECT published FROM paper_filters") ==
          (one.kept == nullptr ? one.date : one.kept));
  }
}

}  // namespace
