#include "common/mirror/statement_trace.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "common/mirror/reader.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

TEST_CASE("runs and rows are counted by statement, with the plan of each") {
  const testing::TempDir folder;
  mirror::Database database(folder / "file.db", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)");
  mirror::Statement insert(database, "INSERT INTO t VALUES (?1)");
  mirror::Statement read(database, "SELECT a\n  FROM t WHERE a > ?1");
  mirror::StatementTrace trace(database);
  for (int i = 0; i < 3; ++i)
    insert.run(i);
  read.run(0);
  const auto traced = trace.finish();
  database.execute("DELETE FROM t");  // no longer listened to
  REQUIRE(traced.size() == 2);
  CHECK(traced[0].runs == 3);
  CHECK(traced[0].rows == 0);
  CHECK(traced[1].sql == "SELECT a FROM t WHERE a > ?1");
  CHECK(traced[1].runs == 1);
  CHECK(traced[1].rows == 2);
  REQUIRE(traced[1].plan.size() == 1);
  CHECK(traced[1].plan[0] == "SEARCH t USING INTEGER PRIMARY KEY (rowid>?)");
}

TEST_CASE("an explained search finds what the search finds") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001", .title = "Graphs"});
  file.put({.id = "2401.00002", .title = "Sets"});
  file.complete();
  auto opened = mirror::Reader::open(folder / "mirror.db", std::chrono::minutes(5));
  REQUIRE(opened.reader);
  mirror::SearchRequest request;
  request.query.match = "title : \"graphs\"";
  const auto explained = opened.reader->explain(request, base::Deadline::never(), {});
  REQUIRE(explained.page.papers.size() == 1);
  CHECK(explained.page.papers[0].id == "2401.00001v1");
  const auto match = std::find_if(
      explained.statements.begin(), explained.statements.end(), [](const auto& statement) {
        return statement.sql.find("WHERE papers_fts MATCH ?1") != std::string::npos;
      });
  REQUIRE(match != explained.statements.end());
  CHECK(std::any_of(match->plan.begin(), match->plan.end(), [](const std::string& line) {
    return line.find("VIRTUAL TABLE INDEX") != std::string::npos;
  }));
}

}  // namespace
