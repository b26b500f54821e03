#include "harvestd/check/verify.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/mirror/lease.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using mirror::Remedy;
using mirror::VerifyReport;
using testing::MirrorFile;
using Texts = std::vector<std::string>;

mirror::VerifyPlan plan(bool quick) {
  mirror::VerifyPlan plan;
  plan.quick = quick;
  plan.open.lease = std::chrono::minutes(5);
  return plan;
}

VerifyReport verify(const std::string& path, bool quick = false) {
  return mirror::verify(path, plan(quick));
}

/// The code of the Fault that verify throws.
std::optional<Code> refusal(const std::string& path, bool quick = false) {
  try {
    verify(path, quick);
  } catch (const base::Fault& fault) {
    return fault.code();
  }
  return std::nullopt;
}

void put_papers(MirrorFile& file) {
  for (int i = 0; i < 40; ++i) {
    file.put({.id = "2401." + std::to_string(10000 + i),
              .title = "Paper " + std::to_string(i),
              .categories = i % 2 == 0 ? "cs.LG stat.ML" : "hep-th"});
  }
  file.complete();
}

Texts objects(const VerifyReport& report) {
  Texts names;
  for (const mirror::Defect& defect : report.defects) {
    if (std::find(names.begin(), names.end(), defect.object) == names.end())
      names.push_back(defect.object);
  }
  return names;
}

struct Damage {
  Texts statements;
  Texts objects;        ///< that verify names
  Texts quick_objects;  ///< the same of a quick one
};

TEST_CASE("a whole mirror is whole, looked at closely or quickly") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  for (const bool quick : {false, true}) {
    const VerifyReport report = verify(folder / "mirror.db", quick);
    CHECK(report.ok());
    CHECK(report.version == 7);
    CHECK(report.papers == 40);
    CHECK(report.notices.empty());
    CHECK(report.state->status == mirror::HarvestStatus::kComplete);
    const bool read =
        std::count(report.checks.begin(), report.checks.end(), "integrity_check: ok") == 1;
    CHECK(read == !quick);
  }
}

TEST_CASE("what is wrong is named by its object") {
  const Damage cases[] = {
      {{"DROP TRIGGER papers_au"}, {"papers_au"}, {"papers_au"}},
      {{"DROP INDEX papers_updated_idx"}, {"papers_updated_idx"}, {"papers_updated_idx"}},
      {{"DROP TABLE migration_lease"}, {"migration_lease"}, {"migration_lease"}},
      {{"DROP TABLE harvest_state"}, {"harvest_state"}, {"harvest_state"}},
      {{"DELETE FROM paper_categories WHERE category = 'stat.ML'"}, {"paper_categories"}, {}},
      {{"UPDATE papers SET version = 'two' WHERE rowid = 1"}, {"papers"}, {}},
      {{"DROP TRIGGER papers_au", "UPDATE papers SET title = 'x'"},
       {"papers_au", "papers_fts"},
       {"papers_au"}},
      {{"DROP TRIGGER papers_ad", "DELETE FROM papers WHERE rowid = 40"},
       {"papers_ad", "harvest_state", "papers_fts"},
       {"papers_ad", "papers_fts"}},
      {{"UPDATE papers_fts_data SET block = x'00' WHERE id = 10"}, {"papers_fts"}, {}},
      {{"DELETE FROM papers_fts_config"}, {"papers_fts"}, {"papers_fts"}},
      {{"UPDATE schema_version SET version = 3"}, {"schema_version"}, {"schema_version"}},
      {{"DROP TRIGGER paper_filters_au"}, {"paper_filters_au"}, {"paper_filters_au"}},
      {{"DROP TABLE paper_filters"}, {"paper_filters"}, {"paper_filters"}},
      {{"UPDATE paper_filters SET updated = updated + 1 WHERE paper = 7"}, {"paper_filters"}, {}},
      {{"UPDATE paper_filters SET published = '2024' WHERE paper = 7"}, {"paper_filters"}, {}},
      {{"DELETE FROM paper_filters WHERE paper = 40"}, {"paper_filters"}, {}},
      {{"INSERT INTO paper_filters VALUES (41, 0, 0, 'cs.LG')"}, {"paper_filters"}, {}},
      {{"UPDATE category_counts SET papers = papers + 1 WHERE category = 'cs.LG'"},
       {"category_counts"},
       {}},
      {{"UPDATE category_counts SET primaries = 0"}, {"category_counts"}, {}},
      {{"DELETE FROM category_counts WHERE category = 'hep-th'"}, {"category_counts"}, {}},
      {{"INSERT INTO category_counts VALUES ('cs.AI', 1, 0)"}, {"category_counts"}, {}},
      {{"INSERT INTO category_counts VALUES ('cs.AI', 0, 0)"}, {}, {}},
      {{"DROP TRIGGER category_primaries_ai"},
       {"category_primaries_ai"},
       {"category_primaries_ai"}},
      {{"UPDATE search_aids SET filled_to = 7", "DROP TRIGGER paper_filters_au"}, {}, {}},
      {{"DROP TABLE search_aids", "DELETE FROM paper_filters"}, {}, {}},
      {{"DROP TABLE papers_fts", "DROP VIEW papers_fts_source"},
       {"papers_fts_source", "papers_fts"},
       {"papers_fts_source", "papers_fts"}},
  };
  for (const Damage& one : cases) {
    CAPTURE(one.statements.back());
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    put_papers(file);
    sqlite3_db_config(file.database().handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    for (const std::string& statement : one.statements)
      file.execute(statement);
    CHECK(objects(verify(folder / "mirror.db")) == one.objects);
    CHECK(objects(verify(folder / "mirror.db", true)) == one.quick_objects);
  }
}

TEST_CASE("every defect of the full-text index is restored by the one update") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  file.execute("DROP TRIGGER papers_au");
  file.execute("UPDATE papers SET title = 'x' WHERE rowid = 1");
  CHECK(mirror::restoring_statements(verify(folder / "mirror.db")) ==
        Texts{"UPDATE schema_version SET version = 6"});
}

TEST_CASE("an older version is told with its cure; what is not ours to judge is refused") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  file.execute("UPDATE schema_version SET version = 5");
  const VerifyReport older = verify(folder / "mirror.db");
  REQUIRE(older.defects.size() == 1);
  CHECK(older.defects[0].remedy == Remedy::kMigrate);
  file.execute("UPDATE schema_version SET version = 8");
  CHECK(refusal(folder / "mirror.db") == Code::kConfiguration);
  CHECK(refusal(folder / "nothing.db") == Code::kDatabase);
  CHECK(refusal(folder.path().string()) == Code::kDatabase);
  mirror::Database foreign(folder / "foreign.db", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  foreign.execute("CREATE TABLE notes (text)");
  CHECK(refusal(folder / "foreign.db") == Code::kConfiguration);
}

TEST_CASE("what is no database at all is a damaged file") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  file.checkpoint();
  const std::string bytes = testing::read_file(folder / "mirror.db");
  const std::string cases[] = {"", "not a database, but long enough to look at " + bytes,
                               bytes.substr(0, bytes.size() / 2)};
  for (const std::string& content : cases) {
    const std::string path = folder.write("damaged.db", content);
    for (const bool quick : {false, true})
      CHECK(objects(verify(path, quick)) == Texts{"file"});
  }
}

TEST_CASE("a migration under way is not disturbed; a lapsed lease says nothing") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  mirror::Statement put(file.database(),
                        "INSERT OR REPLACE INTO migration_lease VALUES (1, 'host/1/1', 3, 'x', ?1,"
                        " ?1)");
  put.run(base::to_iso(base::wall_now()));
  CHECK(refusal(folder / "mirror.db") == Code::kConflict);
  CHECK(refusal(folder / "mirror.db", true) == Code::kConflict);
  put.run("2020-01-01T00:00:00.000Z");
  CHECK(verify(folder / "mirror.db").ok());
}

TEST_CASE("an unfinished first fill is a notice") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  for (const std::string name : {"papers_ai", "papers_ad", "papers_au"})
    file.execute("DROP TRIGGER " + name);
  file.put({.id = "2401.10000"});
  const VerifyReport report = verify(folder / "mirror.db");
  CHECK(report.ok());
  REQUIRE(report.notices.size() == 1);
  CHECK(report.notices[0].find("first fill unfinished") == 0);
  CHECK(report.checks.at(0) == "Schema objects: as expected");
  file.complete();
  CHECK(objects(verify(folder / "mirror.db")) ==
        Texts{"papers_ai", "papers_ad", "papers_au", "papers_fts"});
}

TEST_CASE("nothing is changed, and a writer is in nobody's way") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  MirrorFile file(path);
  put_papers(file);
  file.checkpoint();
  const std::string before = testing::read_file(path);
  file.execute("BEGIN IMMEDIATE");
  file.put({.id = "2401.20000", .title = "Not committed"});
  CHECK(verify(path).papers == 40);
  file.execute("COMMIT");
  CHECK(verify(path).papers == 41);
  CHECK(testing::read_file(path) == before);
  CHECK_FALSE(std::filesystem::exists(path + "-journal"));
}

TEST_CASE("names that another program gave are cut, in one line, and only the first ten") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  for (int i = 0; i < 10; ++i)
    file.execute("CREATE TABLE aside_" + std::to_string(i) + " (text)");
  CHECK(verify(folder / "mirror.db").notices.size() == 10);
  file.execute("CREATE TABLE \"\nMirror OK " + std::string(500, 'x') + "\" (text)");
  const VerifyReport report = verify(folder / "mirror.db", true);
  CHECK(report.ok());
  REQUIRE(report.notices.size() == 11);
  CHECK(report.notices.back() == "not part of the format either, and not named: 1");
  for (const std::string& notice : report.notices) {
    CHECK(notice.find('\n') == std::string::npos);
    CHECK(notice.size() < 150);
  }
}

TEST_CASE(
    "what another program put in a writer's way is a fault with the statement that removes it") {
  struct Case {
    std::string create;
    std::string statement;
  };
  const Case cases[] = {
      {"CREATE TRIGGER meddler AFTER INSERT ON papers BEGIN DELETE FROM papers; END",
       "DROP TRIGGER IF EXISTS \"meddler\""},
      {"CREATE TRIGGER \"two \"\" words; --\" AFTER DELETE ON paper_categories BEGIN SELECT 1; END",
       "DROP TRIGGER IF EXISTS \"two \"\" words; --\""},
      {"CREATE TRIGGER no BEFORE UPDATE ON harvest_state BEGIN SELECT RAISE(ABORT, 'no'); END",
       "DROP TRIGGER IF EXISTS \"no\""},
      {"CREATE UNIQUE INDEX one_title ON papers(title)", "DROP INDEX IF EXISTS \"one_title\""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.create);
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    put_papers(file);
    file.execute(one.create);
    const VerifyReport report = verify(folder / "mirror.db", true);
    CHECK(report.defects.size() == 1);
    CHECK(mirror::restoring_statements(report) == Texts{one.statement});
    CHECK(report.notices.empty());
    file.execute(one.statement);
    CHECK(verify(folder / "mirror.db").ok());
  }
}

TEST_CASE("a stop request ends a check between its parts, also of a file that is soon read") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  put_papers(file);
  for (const std::string at : {"papers", "full-text", "page"}) {
    CAPTURE(at);
    std::stop_source source;
    mirror::VerifyPlan stopped = plan(false);
    stopped.open.stop = source.get_token();
    stopped.notice = [&](const std::string& part) {
      if (part.find(at) != std::string::npos) source.request_stop();
    };
    std::optional<Code> code;
    try {
      mirror::verify(folder / "mirror.db", stopped);
    } catch (const base::Fault& fault) {
      code = fault.code();
    }
    CHECK(code == Code::kCancelled);
  }
}

}  // namespace
