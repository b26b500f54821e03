#include "common/mirror/schema.h"

#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "common/arxiv/authors.h"
#include "common/base/fault.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::MirrorFile;
using testing::PaperRow;

std::int64_t matches(MirrorFile& file, std::string_view expression) {
  mirror::Statement count(file.database(),
                          "SELECT count(*) FROM papers_fts WHERE papers_fts MATCH ?1");
  mirror::Rows rows = count.query(expression);
  rows.next();
  return rows.integer(0);
}

// Fails with SQLITE_CORRUPT_VTAB when the index and what it indexes differ.
void check_full_text(MirrorFile& file) {
  file.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)");
}

// The text in the file with the folds taken out, read with `replace(` counted.
struct Folds {
  std::size_t replaced = 0;
  std::size_t written = 0;
};

Folds folds_in(std::string_view text) {
  Folds folds;
  for (std::size_t at = text.find("replace("); at != std::string_view::npos;
       at = text.find("replace(", at + 1))
    ++folds.replaced;
  for (const arxiv::AuthorFold& fold : arxiv::kAuthorFolds) {
    const std::string pair =
        "'" + std::string(fold.letter) + "', '" + std::string(fold.ascii) + "')";
    for (std::size_t at = text.find(pair); at != std::string_view::npos;
         at = text.find(pair, at + 1))
      ++folds.written;
  }
  return folds;
}

TEST_CASE("each object is made under its own name, once") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  std::set<std::string_view> names;
  mirror::Statement find(file.database(), "SELECT sql FROM sqlite_master WHERE name = ?1");
  const auto check = [&](const mirror::SchemaObject& object, int newest) {
    CAPTURE(object.name);
    CHECK(names.insert(object.name).second);
    CHECK(object.since >= 1);
    CHECK(object.since <= newest);
    mirror::Rows rows = find.query(object.name);
    REQUIRE(rows.next());
    CHECK(rows.text(0) == object.create);
  };
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    check(object, mirror::kSchemaVersion);
    CHECK(&mirror::schema_object(object.name) == &object);
  }
  for (const mirror::SchemaObject& object : mirror::search_aid_objects())
    check(object, mirror::kSearchAidsVersion);
  CHECK_THROWS_AS(mirror::schema_object("papers_nothing"), base::Fault);
}

TEST_CASE("the file holds nothing that the table does not name") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  CHECK(file.database().integer(R"sql(
SELECT count(*) FROM sqlite_master
WHERE name NOT LIKE 'sqlite_autoindex_%' AND name NOT LIKE 'papers_fts_%')sql") ==
        static_cast<std::int64_t>(mirror::schema_objects().size() +
                                  mirror::search_aid_objects().size()) -
            1);
  CHECK(file.database().text("SELECT name FROM sqlite_master WHERE name = 'sqlite_stat1'") ==
        std::nullopt);
}

TEST_CASE("view and triggers fold exactly the letters of the author table") {
  struct Case {
    std::string_view object;
    std::size_t times;
  };
  for (const Case& one : {Case{"papers_fts_source", 1}, Case{"papers_ai", 1}, Case{"papers_ad", 1},
                          Case{"papers_au", 2}}) {
    CAPTURE(one.object);
    const Folds folds = folds_in(mirror::schema_object(one.object).create);
    const std::size_t expected = one.times * std::size(arxiv::kAuthorFolds);
    CHECK(folds.replaced == expected);
    CHECK(folds.written == expected);
  }
}

TEST_CASE("the view folds the authors as arxiv::fold_author does, and nothing else") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  std::string letters = "Bj\xC3\xB6rn ";
  for (const arxiv::AuthorFold& fold : arxiv::kAuthorFolds)
    letters += fold.letter;
  file.put({.id = "2401.00001", .title = letters, .authors = letters});
  CHECK(file.database().text("SELECT authors FROM papers_fts_source") ==
        arxiv::fold_author(letters));
  CHECK(file.database().text("SELECT title FROM papers_fts_source") == letters);
  CHECK(file.database().text("SELECT authors FROM papers") == letters);
}

TEST_CASE("an author is found folded, a title as it is spelled") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001",
            .title = "On \xC5\x81ukasiewicz",
            .authors = "\xC5\x81ukasz M\xC3\xBCller"});
  CHECK(matches(file, "authors:\"Lukasz\"") == 1);
  CHECK(matches(file, "authors:\"Muller\"") == 1);
  CHECK(matches(file, "title:\"Lukasiewicz\"") == 0);
  CHECK(matches(file, "title:\"\xC5\x81ukasiewicz\"") == 1);
}

TEST_CASE("the triggers keep the index true through insert, update and delete") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  const PaperRow first = {.id = "2401.00001",
                          .title = "first",
                          .authors = "\xC3\x98rsted",
                          .comment = "12 pages",
                          .journal_ref = "Nature 1"};
  file.put(first);
  file.put({.id = "2401.00002", .title = "second"});
  check_full_text(file);
  CHECK(matches(file, "comment:\"12 pages\" AND journal_ref:nature AND authors:orsted") == 1);
  PaperRow changed = first;
  changed.title = "third";
  changed.comment = std::nullopt;
  file.put(changed);
  check_full_text(file);
  CHECK(matches(file, "first") == 0);
  CHECK(matches(file, "third") == 1);
  CHECK(matches(file, "comment:pages") == 0);
  file.remove("2401.00001");
  check_full_text(file);
  CHECK(matches(file, "third OR orsted") == 0);
}

TEST_CASE("a NULL comment or journal reference is indexed as an empty one") {
  const testing::TempDir folder;
  MirrorFile with_null(folder / "null.db");
  MirrorFile with_empty(folder / "empty.db");
  with_null.put({.id = "2401.00001"});
  with_empty.put({.id = "2401.00001", .comment = "", .journal_ref = ""});
  check_full_text(with_null);
  const std::string_view sizes = "SELECT hex(sz) FROM papers_fts_docsize";
  CHECK(with_null.database().text(sizes) == with_empty.database().text(sizes));
  const std::string_view terms = "SELECT hex(group_concat(block, '')) FROM papers_fts_data";
  CHECK(with_null.database().text(terms) == with_empty.database().text(terms));
}

TEST_CASE("deleting a paper takes its categories along") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001", .categories = "cs.LG stat.ML"});
  file.put({.id = "2401.00002"});
  file.remove("2401.00001");
  CHECK(file.database().integer("SELECT count(*) FROM paper_categories") == 1);
}

TEST_CASE("writing a paper again keeps its row number") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001"});
  file.put({.id = "2401.00002"});
  file.put({.id = "2401.00001", .version = "2"});
  CHECK(file.database().integer("SELECT rowid FROM papers WHERE id = '2401.00001'") == 1);
}

TEST_CASE("a writer of version 3 that names no `published` gets it filled") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001"});
  file.execute("DELETE FROM paper_categories");
  file.execute(R"sql(
INSERT INTO paper_categories (category, paper_id, updated)
VALUES ('cs.LG', '2401.00001', '2024-01-22T18:59:01.000Z'))sql");
  CHECK(file.database().text("SELECT published FROM paper_categories") ==
        "2024-01-22T18:59:01.000Z");
}

}  // namespace
