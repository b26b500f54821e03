#include "harvestd/check/papers_check.h"

#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::MirrorFile;

void put_papers(MirrorFile& file) {
  file.put({.id = "2401.00001", .categories = "cs.LG stat.ML cs.LG"});
  file.put({.id = "2401.00002", .categories = "hep-th", .updated = "2024-03-01T00:00:00.000Z"});
  file.put({.id = "hep-th/9901001", .categories = "hep-th math.AG gr-qc"});
}

std::string category_rows(MirrorFile& file) {
  return file.database()
      .text(
          "SELECT group_concat(row, ';') FROM (SELECT paper_id || ' ' || category || ' ' ||"
          " updated || ' ' || ifnull(published, '-') AS row FROM paper_categories ORDER BY 1)")
      .value_or("");
}

TEST_CASE("papers and their categories as harvestd stores them are sound") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  const auto check = mirror::check_papers(file.database());
  CHECK(check.papers == 3);
  CHECK(check.unsound == 0);
  CHECK(check.categories_agree);
  CHECK(mirror::mend_categories(file.database()) == 0);
}

TEST_CASE("rows of paper_categories that disagree are found and made anew") {
  struct Case {
    std::string damage;
    std::int64_t mended;  ///< papers
  };
  const Case cases[] = {
      {"DELETE FROM paper_categories WHERE category = 'gr-qc'", 1},
      {"UPDATE paper_categories SET updated = '2030' WHERE category = 'hep-th'", 2},
      {"UPDATE paper_categories SET published = NULL WHERE category = 'cs.LG'", 1},
      {"UPDATE paper_categories SET category = 'cs.AI' WHERE category = 'stat.ML'", 1},
      {"INSERT INTO paper_categories VALUES ('cs.AI', '2401.00002', 'a', 'b')", 1},
      {"INSERT INTO paper_categories VALUES ('cs.AI', '2401.99999', 'a', 'b')", 0},
      {"DELETE FROM paper_categories", 3},
  };
  for (const Case& one : cases) {
    CAPTURE(one.damage);
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    put_papers(file);
    const std::string before = category_rows(file);
    file.execute("PRAGMA foreign_keys = OFF");
    file.execute(one.damage);
    CHECK_FALSE(mirror::check_papers(file.database()).categories_agree);
    CHECK(mirror::mend_categories(file.database()) == one.mended);
    CHECK(category_rows(file) == before);
    CHECK(mirror::check_papers(file.database()).categories_agree);
  }
}

TEST_CASE("a paper that no writer of ours would store is named") {
  const std::string cases[] = {
      "UPDATE papers SET version = 'v2' WHERE rowid = 2",
      "UPDATE papers SET primary_category = 'math.AG' WHERE rowid = 2",
      "UPDATE papers SET latest_version = published || ' ' WHERE rowid = 2",
      "UPDATE papers SET doi = CAST(x'31C3' AS TEXT) WHERE rowid = 2",
  };
  for (const std::string& damage : cases) {
    CAPTURE(damage);
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    put_papers(file);
    file.execute(damage);
    const auto check = mirror::check_papers(file.database());
    CHECK(check.unsound == 1);
    CHECK(check.unsound_ids == std::vector<std::string>{"2401.00002"});
  }
}

}  // namespace
