#include "harvestd/check/repair.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/mirror/search_aids.h"
#include "harvestd/writer/lock.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::VerifyReport;
using testing::MirrorFile;
using Texts = std::vector<std::string>;

mirror::VerifyPlan plan() {
  mirror::VerifyPlan plan;
  plan.open.lease = std::chrono::minutes(5);
  return plan;
}

void make_mirror(const std::string& path) {
  MirrorFile file(path);
  for (int i = 0; i < 40; ++i) {
    file.put({.id = "2401." + std::to_string(10000 + i),
              .title = "Paper " + std::to_string(i),
              .categories = i % 2 == 0 ? "cs.LG stat.ML" : "hep-th"});
  }
  file.complete();
}

void damage(const std::string& path, const Texts& statements) {
  MirrorFile file(path);
  sqlite3_db_config(file.database().handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  for (const std::string& statement : statements)
    file.execute(statement);
}

TEST_CASE("what verify finds is mended, and nothing else changes") {
  const Texts cases[] = {
      {"DROP INDEX papers_updated_idx"},
      {"DROP INDEX papers_updated_idx", "CREATE INDEX papers_updated_idx ON papers(doi)"},
      {"DROP TRIGGER paper_categories_published_fill"},
      {"DROP TABLE migration_lease", "CREATE TABLE migration_lease (id)"},
      {"DELETE FROM paper_categories WHERE category = 'stat.ML'"},
      {"UPDATE paper_categories SET updated = '2030'"},
      {"DROP TABLE paper_categories"},
      {"DROP TABLE paper_categories", "CREATE TABLE paper_categories (category, paper_id)"},
      {"DROP TRIGGER papers_au"},
      {"DROP TRIGGER papers_au", "UPDATE papers SET title = title WHERE rowid < 9"},
      {"DROP TABLE papers_fts"},
      {"DROP VIEW papers_fts_source"},
      {"DROP TRIGGER papers_ai", "DROP INDEX paper_categories_paper_id_idx",
       "DELETE FROM paper_categories WHERE paper_id = '2401.10004'"},
      {"UPDATE papers_fts_docsize SET sz = x'00' WHERE id = 7"},
      {"UPDATE papers_fts_data SET block = x'00' WHERE id = 1"},
      {"UPDATE papers_fts_data SET block = x'00' WHERE id = 10"},
      {"UPDATE papers_fts_data SET block = x'00' WHERE id > 10"},
      {"DROP TRIGGER paper_filters_ad"},
      {"DROP TABLE paper_filters"},
      {"DROP TABLE category_counts"},
      {"DROP TABLE category_counts", "DROP INDEX paper_categories_paper_id_idx"},
      {"UPDATE category_counts SET papers = 0"},
      {"DROP TABLE paper_filters", "CREATE VIEW paper_filters AS SELECT 1 AS paper"},
      {"DELETE FROM paper_filters WHERE paper > 20", "DROP TABLE paper_categories"},
      {"DELETE FROM papers_fts_config"},
      {"CREATE TRIGGER no BEFORE UPDATE ON harvest_state BEGIN SELECT RAISE(ABORT, 'no'); END",
       "DROP INDEX papers_updated_idx"},
      {"CREATE TRIGGER \"\nMirror OK\" AFTER INSERT ON paper_categories BEGIN"
       " DELETE FROM paper_categories; END",
       "DELETE FROM paper_categories WHERE category = 'stat.ML'"},
      {"CREATE TRIGGER \"two \"\" words; --\" AFTER DELETE ON papers BEGIN SELECT 1; END"},
  };
  const std::string content =
      "SELECT group_concat(title || categories || published, ';') FROM papers";
  for (const Texts& statements : cases) {
    CAPTURE(statements.back());
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_mirror(path);
    const auto before = MirrorFile(path).database().text(content);
    damage(path, statements);
    CHECK_FALSE(mirror::verify(path, plan()).ok());
    const VerifyReport report = mirror::repair(path, plan());
    CHECK(mirror::report_text(report).find("Mirror OK") != std::string::npos);
    CHECK(MirrorFile(path).database().text(content) == before);
    CHECK(mirror::read_search_aids(MirrorFile(path).database())->are_current());
  }
}

TEST_CASE("a lost state is a harvest to begin again") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_mirror(path);
  damage(path, {"DROP TABLE harvest_state"});
  const VerifyReport report = mirror::repair(path, plan());
  CHECK(report.ok());
  CHECK(report.state->status == mirror::HarvestStatus::kPending);
}

/// Where the pages of harvest_state begin in the file.
std::size_t place_of_state(const std::string& path) {
  MirrorFile file(path);
  file.checkpoint();
  const auto root =
      file.database().integer("SELECT rootpage FROM sqlite_master WHERE name = 'harvest_state'");
  const auto size = file.database().integer("PRAGMA page_size");
  return static_cast<std::size_t>((root.value() - 1) * size.value());
}

TEST_CASE("a state that cannot be read is made anew where that can be done") {
  struct Case {
    std::size_t at;  ///< in its page: the place of its only row, the kind of the page
    std::string bytes;
    bool mended;
  };
  for (const Case& one : {Case{8, std::string(2, '\xFF'), true}, Case{0, "x", false}}) {
    CAPTURE(one.at);
    const testing::TempDir folder;
    make_mirror(folder / "whole.db");
    const std::size_t place = place_of_state(folder / "whole.db");
    std::string bytes = testing::read_file(folder / "whole.db");
    const std::string path =
        folder.write("mirror.db", bytes.replace(place + one.at, one.bytes.size(), one.bytes));
    const VerifyReport found = mirror::verify(path, plan());
    REQUIRE_FALSE(found.ok());
    CHECK(found.defects[0].object == "harvest_state");
    CHECK(found.defects[0].remedy == mirror::Remedy::kStatements);
    const VerifyReport report = mirror::repair(path, plan());
    CHECK(report.ok() == one.mended);
    if (!report.ok()) {
      CHECK(report.defects[0].remedy == mirror::Remedy::kNewFile);
      CHECK(mirror::restoring_statements(report).empty());
    }
  }
}

TEST_CASE("what cannot be mended stays a fault") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_mirror(path);
  damage(path, {"UPDATE papers SET version = 'two' WHERE rowid = 3", "DROP TRIGGER papers_au"});
  const VerifyReport report = mirror::repair(path, plan());
  REQUIRE(report.defects.size() == 1);
  CHECK(report.defects[0].object == "papers");
  CHECK(mirror::report_text(report).find("init --from-scratch") != std::string::npos);

  const std::string wreck = folder.write("wreck.db", testing::read_file(path).substr(0, 9000));
  const VerifyReport wrecked = mirror::repair(wreck, plan());
  REQUIRE_FALSE(wrecked.ok());
  CHECK(mirror::report_text(wrecked).find("Move it away; `harvestd init`") != std::string::npos);
}

TEST_CASE("another writer is not disturbed; what is not there is not made") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_mirror(path);
  const mirror::WriterLock lock(path, base::wall_now);
  CHECK_THROWS_AS(mirror::repair(path, plan()), base::Fault);
  CHECK_THROWS_AS(mirror::repair(folder / "none.db", plan()), base::Fault);
  CHECK_FALSE(std::filesystem::exists(folder / "none.db"));
}

}  // namespace
