#include "common/mirror/schema_check.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Difference;
using testing::MirrorFile;

std::vector<std::string> differences(const mirror::Database& database) {
  std::vector<std::string> found;
  for (const mirror::SchemaDifference& each : mirror::compare_schema(database)) {
    found.push_back((each.difference == Difference::kMissing ? "no " : "other ") +
                    std::string(each.object->name));
  }
  return found;
}

TEST_CASE("a new file differs in nothing") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  CHECK(differences(file.database()).empty());
  CHECK(mirror::foreign_objects(file.database()).empty());
}

TEST_CASE("another wording of the same table, index or text is the same object") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.execute("DROP TABLE harvest_state");
  file.execute(
      "create table \"harvest_state\" (id integer primary key check (id=1), status text not null,"
      " last_datestamp TEXT, resumption_token TEXT, started_at TEXT, completed_at TEXT,"
      " total_records INTEGER, error_message TEXT)");
  file.execute("DROP INDEX papers_revised_early_idx");
  file.execute(
      "CREATE INDEX \"papers_revised_early_idx\" ON \"papers\" (\"updated\")\n"
      "  WHERE updated < published");
  file.execute("DROP TRIGGER paper_categories_published_fill");
  std::string wider(mirror::schema_object("paper_categories_published_fill").create);
  wider.replace(wider.find('\n'), 1, "  \n\t ");
  file.execute(wider);
  CHECK(differences(file.database()).empty());
}

TEST_CASE("what is missing or otherwise is named") {
  struct Case {
    std::vector<std::string> statements;
    std::vector<std::string> found;
  };
  const std::string early = "papers_revised_early_idx";
  const Case cases[] = {
      {{"DROP TRIGGER papers_au"}, {"no papers_au"}},
      {{"DROP INDEX papers_updated_idx"}, {"no papers_updated_idx"}},
      {{"DROP INDEX papers_updated_idx", "CREATE INDEX papers_updated_idx ON papers(updated)"},
       {"other papers_updated_idx"}},
      {{"DROP INDEX papers_updated_idx",
        "CREATE INDEX papers_updated_idx ON papers(updated DESC, published)"},
       {"other papers_updated_idx"}},
      {{"DROP INDEX papers_updated_idx",
        "CREATE UNIQUE INDEX papers_updated_idx ON papers(updated, published)"},
       {"other papers_updated_idx"}},
      {{"DROP INDEX " + early, "CREATE INDEX " + early + " ON papers(updated)"},
       {"other " + early}},
      {{"DROP INDEX " + early,
        "CREATE INDEX " + early + " ON papers(updated) WHERE published < updated"},
       {"other " + early}},
      {{"DROP TABLE migration_lease"}, {"no migration_lease"}},
      {{"DROP TABLE migration_lease", "CREATE TABLE migration_lease (id INTEGER PRIMARY KEY)"},
       {"other migration_lease"}},
      {{"ALTER TABLE papers ADD COLUMN note TEXT"}, {"other papers"}},
      {{"DROP TRIGGER papers_ad",
        "CREATE TRIGGER papers_ad AFTER DELETE ON papers BEGIN"
        " DELETE FROM papers_fts WHERE rowid = old.rowid; END"},
       {"other papers_ad"}},
      {{"DROP TRIGGER papers_ad", "CREATE TABLE papers_ad (id)"}, {"other papers_ad"}},
      {{"DROP TABLE papers_fts",
        "CREATE VIRTUAL TABLE papers_fts USING fts5(title, authors, abstract, comment, journal_ref,"
        " content='papers_fts_source', content_rowid='rowid', tokenize='unicode61')"},
       {"other papers_fts"}},
      {{"DROP VIEW papers_fts_source", "DROP TABLE papers_fts"},
       {"no papers_fts_source", "no papers_fts"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.statements.back());
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    for (const std::string& statement : one.statements)
      file.execute(statement);
    CHECK(differences(file.database()) == one.found);
  }
}

TEST_CASE("the search aids are compared by themselves, and are not foreign") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  const auto found = [&] {
    std::vector<std::string> names;
    for (const auto& each : mirror::compare_schema(file.database(), mirror::search_aid_objects()))
      names.emplace_back(each.object->name);
    return names;
  };
  CHECK(found().empty());
  file.execute("DROP TRIGGER paper_filters_au");
  file.execute("DROP VIEW paper_filters_source");
  file.execute("CREATE VIEW paper_filters_source AS SELECT 1");
  CHECK(found() == std::vector<std::string>{"paper_filters_source", "paper_filters_au"});
  CHECK(differences(file.database()).empty());
  CHECK(mirror::foreign_objects(file.database()).empty());
}

TEST_CASE("a foreign key that is not there is a difference") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.execute("DROP TABLE paper_categories");
  file.execute(
      "CREATE TABLE paper_categories (category TEXT NOT NULL, paper_id TEXT NOT NULL,"
      " updated TEXT NOT NULL, published TEXT, PRIMARY KEY (category, paper_id))");
  const auto found = differences(file.database());
  REQUIRE_FALSE(found.empty());
  CHECK(found.front() == "other paper_categories");
}

TEST_CASE("what the schema does not know is listed apart") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)");
  file.execute("CREATE INDEX papers_doi_idx ON papers(doi)");
  CHECK(differences(file.database()).empty());
  file.execute("CREATE UNIQUE INDEX one_title ON papers(title)");
  file.execute("CREATE TRIGGER aside AFTER INSERT ON notes BEGIN SELECT 1; END");
  file.execute("CREATE TRIGGER meddler AFTER INSERT ON PAPERS BEGIN SELECT 1; END");
  file.execute("CREATE TRIGGER papers AFTER INSERT ON papers BEGIN SELECT 1; END");
  CHECK(differences(file.database()).empty());
  using mirror::ObjectKind;
  CHECK(mirror::foreign_objects(file.database()) ==
        std::vector<mirror::ForeignObject>{{"aside", ObjectKind::kTrigger, false},
                                           {"meddler", ObjectKind::kTrigger, true},
                                           {"notes", ObjectKind::kTable, false},
                                           {"one_title", ObjectKind::kIndex, true},
                                           {"papers", ObjectKind::kTrigger, true},
                                           {"papers_doi_idx", ObjectKind::kIndex, false}});
}

}  // namespace
