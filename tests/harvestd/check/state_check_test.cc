#include "harvestd/check/state_check.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "harvestd/check/repair.h"
#include "harvestd/check/verify.h"
#include "harvestd/writer/file.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Remedy;
using mirror::VerifyReport;
using testing::MirrorFile;

mirror::VerifyPlan plan(bool quick) {
  mirror::VerifyPlan plan;
  plan.quick = quick;
  plan.open.lease = std::chrono::minutes(5);
  plan.open.clock = [] { return base::parse_iso("2026-10-08T12:00:00.000Z").value(); };
  return plan;
}

void make_mirror(const std::string& path) {
  MirrorFile file(path);
  for (int i = 0; i < 5; ++i)
    file.put({.id = "2401." + std::to_string(10000 + i)});
  file.complete();
}

TEST_CASE("a value of harvest_state that no harvest writes is a fault, and repair puts it right") {
  struct Case {
    std::string set;
    std::string says;
    std::string then;  ///< what repair leaves, as a condition
    bool quick = true;
  };
  const Case cases[] = {
      {"status = 'finished'", "has the status 'finished', which is none",
       "status = 'error' AND completed_at IS NOT NULL"},
      {"status = ''", "has the status '', which is none", "status = 'error'"},
      {"status = 'done', resumption_token = 'old'", "has the status", "resumption_token IS NULL"},
      {"completed_at = NULL", "is complete, but was never completed", "status = 'error'"},
      {"last_datestamp = '2062-01-01'", "which is to come", "last_datestamp IS NULL"},
      {"last_datestamp = '2026-10-10'", "which is to come", "last_datestamp IS NULL"},
      {"last_datestamp = 'soon', status = 'error', resumption_token = 't'", "which is no day",
       "last_datestamp IS NULL AND resumption_token IS NULL"},
      {"last_datestamp = '2001-01-01'", "which is before arXiv's first", "last_datestamp IS NULL"},
      {"started_at = 'yesterday'", "has the started_at 'yesterday', which is no instant",
       "started_at IS NULL"},
      {"completed_at = 'x'", "has the completed_at 'x', which is no instant",
       "completed_at = '2026-06-01T00:00:00.000Z'"},
      {"completed_at = '2100-01-01T00:00:00.000Z'", "which is to come",
       "completed_at = '2026-06-01T00:00:00.000Z'"},
      {"completed_at = 'x', last_datestamp = 'y'", "has the completed_at",
       "completed_at = '2005-09-16T00:00:00.000Z'"},
      {"total_records = -1", "has a total_records that counts nothing", "total_records = 5"},
      {"total_records = 'many'", "has a total_records that counts nothing", "total_records = 5"},
      {"total_records = 7", "has the total_records 7, where there are 5", "total_records = 5",
       false},
      {"total_records = NULL", "has the total_records none, where there are 5", "total_records = 5",
       false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.set);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_mirror(path);
    MirrorFile(path).execute("UPDATE harvest_state SET " + one.set);
    const VerifyReport report = mirror::verify(path, plan(false));
    REQUIRE_FALSE(report.ok());
    CHECK(mirror::report_text(report).find(one.says) != std::string::npos);
    for (const mirror::Defect& defect : report.defects) {
      CHECK(defect.object == "harvest_state");
      CHECK(defect.remedy == Remedy::kStatements);
    }
    CHECK(mirror::verify(path, plan(true)).ok() == !one.quick);
    CHECK(mirror::repair(path, plan(false)).ok());
    CHECK(MirrorFile(path).database().integer("SELECT " + one.then + " FROM harvest_state") == 1);
  }
}

TEST_CASE("what a harvest may leave in harvest_state is no fault") {
  for (const std::string set :
       {"status = 'pending', last_datestamp = NULL, completed_at = NULL, total_records = NULL",
        "status = 'in_progress', total_records = 3", "status = 'error', error_message = 'x'",
        "last_datestamp = NULL", "last_datestamp = '2005-09-16'", "last_datestamp = '2026-10-09'",
        "started_at = NULL"}) {
    CAPTURE(set);
    const testing::TempDir folder;
    make_mirror(folder / "mirror.db");
    MirrorFile(folder / "mirror.db").execute("UPDATE harvest_state SET " + set);
    CHECK(mirror::verify(folder / "mirror.db", plan(false)).ok());
  }
}

TEST_CASE("a harvest_state without its row gets it back") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_mirror(path);
  MirrorFile(path).execute("DELETE FROM harvest_state");
  const VerifyReport report = mirror::verify(path, plan(true));
  REQUIRE(report.defects.size() == 1);
  CHECK(report.defects[0].problem == "has no row");
  CHECK(mirror::repair(path, plan(false)).ok());
}

struct Recorded {
  std::vector<std::string> statements;
  std::string says;  ///< of schema_version
  Remedy remedy;
};

TEST_CASE("a schema_version that no mirror has is told in words, and no writer takes the file") {
  const Recorded cases[] = {
      {{"UPDATE schema_version SET version = 0"}, "records 0, which no mirror", Remedy::kNewFile},
      {{"UPDATE schema_version SET version = -3"}, "records -3, which no mirror", Remedy::kNewFile},
      {{"DROP TABLE schema_version", "CREATE TABLE schema_version (version TEXT, applied_at TEXT)",
        "INSERT INTO schema_version VALUES ('seven', '')"},
       "records 0, which no mirror",
       Remedy::kNewFile},
  };
  for (const Recorded& one : cases) {
    CAPTURE(one.says);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_mirror(path);
    for (const std::string& statement : one.statements)
      MirrorFile(path).execute(statement);
    for (const bool quick : {false, true}) {
      const VerifyReport report = mirror::verify(path, plan(quick));
      REQUIRE(report.defects.size() == 1);
      CHECK(report.defects[0].object == "schema_version");
      CHECK(report.defects[0].problem.starts_with(one.says));
      CHECK(report.defects[0].remedy == one.remedy);
    }
    const std::string before = testing::read_file(path);
    CHECK_THROWS_AS(mirror::open_for_writing(path, plan(false).open), base::Fault);
    CHECK(testing::read_file(path) == before);
  }
}

TEST_CASE("of two schema versions the greater one counts, and repair removes the other") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_mirror(path);
  MirrorFile(path).execute("INSERT INTO schema_version VALUES (3, '')");
  const VerifyReport report = mirror::verify(path, plan(true));
  REQUIRE(report.defects.size() == 1);
  CHECK(report.defects[0].problem == "holds 2 rows");
  CHECK(mirror::repair(path, plan(false)).ok());
  CHECK(MirrorFile(path).database().text("SELECT group_concat(version) FROM schema_version") ==
        "7");
}

TEST_CASE("a schema_version without its column or its row makes no mirror") {
  for (const std::string statement : {"ALTER TABLE schema_version RENAME COLUMN version TO number",
                                      "DELETE FROM schema_version"}) {
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_mirror(path);
    MirrorFile(path).execute(statement);
    CHECK_THROWS_AS(mirror::verify(path, plan(true)), base::Fault);
    CHECK_THROWS_AS(mirror::open_for_writing(path, plan(true).open), base::Fault);
  }
}

}  // namespace
