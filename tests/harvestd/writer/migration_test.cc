#include "harvestd/writer/migration.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/mirror/lease.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/file.h"
#include "tests/harvestd/writer/migration_setting.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Database;
using testing::contents;
using testing::migrate;
using testing::rules;

const std::vector<mirror::Record> kRecords = testing::sample_records(100);

std::map<std::string, std::string> fresh_contents() {
  const testing::TempDir folder;
  testing::write_fresh_file(folder / "fresh.db", kRecords);
  return contents(folder / "fresh.db");
}

TEST_CASE("a file of every older version becomes what a harvest of its records makes") {
  const auto fresh = fresh_contents();
  CHECK(fresh.at("schema faults").empty());
  for (int version = 1; version <= mirror::kSchemaVersion; ++version) {
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    testing::write_old_file(path, version, kRecords);
    migrate(path);
    for (const auto& [section, text] : contents(path)) {
      CAPTURE(version);
      CAPTURE(section);
      CHECK(text == fresh.at(section));
    }
  }
}

TEST_CASE("the watch hears of every step and every window") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 1, testing::sample_records(5));
  std::vector<std::string> lines;
  mirror::OpenRules watched = rules();
  watched.window = 3;
  watched.watch = [&](const mirror::MigrationProgress& progress) {
    lines.push_back(mirror::progress_text(progress));
  };
  mirror::open_for_writing(path, watched);
  const std::vector<std::string> expected = {
      "mirror migration v1->v2 (dates): 3/4 rows",
      "mirror migration v1->v2 (dates): 4/4 rows",
      "mirror migration v1->v2 (categories): 0/4 rows",
      "mirror migration v1->v2 (categories): 3/4 rows",
      "mirror migration v1->v2 (categories): 4/4 rows",
      "mirror migration v1->v2: done",
      "mirror migration v2->v3 (full-text index): 0/4 rows",
      "mirror migration v2->v3 (full-text index): 3/4 rows",
      "mirror migration v2->v3 (full-text index): 4/4 rows",
      "mirror migration v2->v3 (full-text index): 3/3 triggers",
      "mirror migration v2->v3: done",
      "mirror migration v3->v4 (published): 0/7 rows",
      "mirror migration v3->v4 (published): 3/7 rows",
      "mirror migration v3->v4 (published): 6/7 rows",
      "mirror migration v3->v4 (published): 7/7 rows",
      "mirror migration v3->v4 (date indexes): 1/5 indexes",
      "mirror migration v3->v4 (date indexes): 2/5 indexes",
      "mirror migration v3->v4 (date indexes): 3/5 indexes",
      "mirror migration v3->v4 (date indexes): 4/5 indexes",
      "mirror migration v3->v4 (date indexes): 5/5 indexes",
      "mirror migration v3->v4: done",
      "mirror migration v4->v5 (quotes): 3/4 rows",
      "mirror migration v4->v5 (quotes): 4/4 rows",
      "mirror migration v4->v5 (paper index): 1/1 indexes",
      "mirror migration v4->v5: done",
      "mirror migration v5->v6 (TeX): 3/4 rows",
      "mirror migration v5->v6 (TeX): 4/4 rows",
      "mirror migration v5->v6: done",
      "mirror migration v6->v7: done",  // the index is folded since version 3
      "mirror migration v7->v7 (search aids): 3/4 rows",
      "mirror migration v7->v7 (search aids): 4/4 rows",
  };
  CHECK(lines == expected);
}

TEST_CASE("each step records its own version and when") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 1, kRecords);
  std::vector<std::string> recorded;
  mirror::OpenRules watched = rules();
  watched.watch = [&](const mirror::MigrationProgress& progress) {
    if (!progress.part.empty()) return;
    recorded.push_back(Database(path, SQLITE_OPEN_READONLY)
                           .text("SELECT group_concat(version || ' ' || applied_at)"
                                 " FROM schema_version")
                           .value());
  };
  mirror::open_for_writing(path, watched);
  REQUIRE(recorded.size() == 6);
  for (std::size_t step = 0; step < recorded.size(); ++step)
    CHECK(recorded[step] == std::to_string(step + 2) + " 2026-10-06T12:00:00.000Z");
}

TEST_CASE("only the two references to quotation marks are decoded, and rows without are left") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 4, kRecords);
  Database look(path, SQLITE_OPEN_READWRITE);
  look.trust_schema();
  look.execute(
      "UPDATE papers SET title = 'a &#39;b&#34; &amp;#39; &amp;#34; &#x27; &lt; &#3; &'"
      " WHERE rowid = 5");
  look.execute("CREATE TABLE written (id)");
  look.execute(
      "CREATE TRIGGER note AFTER UPDATE OF title ON papers BEGIN"
      " INSERT INTO written VALUES (new.id); END");
  look.execute(
      "UPDATE papers SET title = title, authors = 'A', abstract = 'b', comment = NULL,"
      " journal_ref = NULL, doi = NULL WHERE rowid > 5");
  look.execute("UPDATE papers SET title = 'plain' WHERE rowid > 10");
  look.execute("DELETE FROM written");
  migrate(path);
  CHECK(look.text("SELECT title FROM papers WHERE rowid = 5") ==
        "a 'b\" &amp;#39; &amp;#34; &#x27; &lt; &#3; &");
  CHECK(look.integer("SELECT count(*) FROM written, papers USING (id) WHERE papers.rowid > 10") ==
        0);
}

TEST_CASE("a writer of version 3, returned to after the migration, gets `published` filled") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 3, kRecords);
  Database database = mirror::open_for_writing(path, rules());
  database.execute("DELETE FROM paper_categories WHERE paper_id = '2401.10000'");
  database.execute(
      "INSERT INTO paper_categories (category, paper_id, updated)"
      " SELECT 'math.NA', id, updated FROM papers WHERE id = '2401.10000'");
  CHECK(database.text("SELECT published FROM paper_categories WHERE paper_id = '2401.10000'") ==
        "2024-01-22T18:59:01.000Z");
}

TEST_CASE("a version set back to 6 has the full-text index made anew") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_fresh_file(path, kRecords);
  Database look(path, SQLITE_OPEN_READWRITE);
  look.trust_schema();
  look.execute("DROP TRIGGER papers_au");
  look.execute("UPDATE papers SET title = 'unheard of' WHERE rowid = 5");
  look.execute("UPDATE schema_version SET version = 6");
  migrate(path);
  CHECK(look.integer("SELECT count(*) FROM papers_fts WHERE papers_fts MATCH 'unheard'") == 1);
  CHECK(contents(path).at("schema faults").empty());
}

TEST_CASE("what a file of this version misses is damage, which opening it leaves as it is") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_fresh_file(path, kRecords);
  Database look(path, SQLITE_OPEN_READWRITE);
  look.execute("DROP INDEX papers_updated_idx");
  look.execute("DROP TRIGGER papers_au");
  look.execute("DROP INDEX papers_published_idx");
  look.execute("CREATE INDEX papers_published_idx ON papers(published)");
  migrate(path);
  CHECK(contents(path).at("schema faults") == "papers_updated_idx papers_au ");
}

TEST_CASE("an older file whose tables are not those of its version is refused unchanged") {
  for (const char* change : {"ALTER TABLE papers DROP COLUMN doi", "DROP TABLE harvest_state",
                             "ALTER TABLE paper_categories DROP COLUMN published"}) {
    CAPTURE(change);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    testing::write_old_file(path, 5, kRecords);
    {
      Database look(path, SQLITE_OPEN_READWRITE);
      for (const char* drop :
           {"DROP INDEX paper_categories_cat_published_idx",
            "DROP INDEX paper_categories_cat_updated_idx",
            "DROP TRIGGER paper_categories_published_fill", "DROP TRIGGER papers_ai",
            "DROP TRIGGER papers_ad", "DROP TRIGGER papers_au"})
        look.execute(drop);
      look.execute(change);
      look.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    const std::string before = testing::read_file(path);
    const auto fault = testing::refusal(path);
    REQUIRE(fault);
    CHECK(base::exit_code_for(*fault) == base::ExitCode::kConfiguration);
    CHECK(fault->message().find("is not that of this version") != std::string::npos);
    CHECK(testing::read_file(path) == before);
  }
}

TEST_CASE("a stop request ends a migration after the window under way, and the next goes on") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::write_old_file(path, 2, kRecords);
  std::stop_source source;
  int commits = 0;
  mirror::OpenRules stopped = rules();
  stopped.stop = source.get_token();
  stopped.watch = [&](const mirror::MigrationProgress&) {
    if (++commits == 4) source.request_stop();
  };
  const auto fault = testing::refusal(path, stopped);
  REQUIRE(fault);
  CHECK(fault->code() == base::Code::kCancelled);
  CHECK(commits == 4);
  const auto lease = mirror::read_migration_lease(Database(path, SQLITE_OPEN_READONLY));
  REQUIRE(lease);
  CHECK(lease->from_version == 2);
  CHECK(lease->renewed_at.empty());  // given up: nobody has to wait for it
  migrate(path);
  CHECK(contents(path) == fresh_contents());
}

}  // namespace
