#include "common/mirror/statements.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Sql;

// The lines of EXPLAIN QUERY PLAN, joined by "; ".
std::string plan_of(const mirror::Database& database, Sql sql) {
  const std::string text = "EXPLAIN QUERY PLAN " + std::string(mirror::text_of(sql));
  mirror::Statement explain(database, text);
  mirror::Rows rows = explain.query();
  std::string plan;
  while (rows.next()) {
    if (!plan.empty()) plan += "; ";
    plan += rows.text(3);
  }
  return plan;
}

struct Expected {
  Sql sql;
  std::string_view plan;
};

constexpr std::string_view kTieSort = "; USE TEMP B-TREE FOR RIGHT PART OF ORDER BY";

// What each statement may do at all. A plan that scans `papers`, leaves its index, reads rows an
// index was to spare or sorts more than ties differs from its line here.
constexpr Expected kPlans[] = {
    {Sql::kPaperById, "SEARCH papers USING INDEX sqlite_autoindex_papers_1 (id=?)"},
    {Sql::kPaperByRowid, "SEARCH papers USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kIdsByPrefix,
     "SEARCH papers USING COVERING INDEX sqlite_autoindex_papers_1 (id>? AND id<?)"},
    {Sql::kStamp,
     "SCAN CONSTANT ROW; SCALAR SUBQUERY 1; SEARCH schema_version; SCALAR SUBQUERY 2; "
     "SCAN pragma_schema_version VIRTUAL TABLE INDEX 0:; SCALAR SUBQUERY 3; "
     "SEARCH harvest_state USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kDataVersion, "SCAN pragma_data_version VIRTUAL TABLE INDEX 0:"},
    {Sql::kSearchAids, "SEARCH search_aids USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kLastRow, "SEARCH papers"},
    {Sql::kMatchCount,
     "CO-ROUTINE (subquery-1); SCAN papers_fts VIRTUAL TABLE INDEX 0:M5; SCAN (subquery-1)"},
    {Sql::kMatchedRows, "SCAN papers_fts VIRTUAL TABLE INDEX 64:M5"},
    {Sql::kMatches, "SCAN papers_fts VIRTUAL TABLE INDEX 0:M5"},
    {Sql::kMatchedPapers,
     "SCAN f VIRTUAL TABLE INDEX 0:M5; SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kScoredPapers,
     "SCAN f VIRTUAL TABLE INDEX 0:M5; SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kAidedMatches,
     "SCAN f VIRTUAL TABLE INDEX 0:M5; SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kAidedScores,
     "SCAN f VIRTUAL TABLE INDEX 0:M5; SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"},
    {Sql::kCountsOfCode, "SEARCH category_counts USING PRIMARY KEY (category=?)"},
    {Sql::kCodeCount,
     "CO-ROUTINE (subquery-1); SEARCH paper_categories USING COVERING INDEX "
     "paper_categories_cat_published_idx (category=? AND published>? AND published<?); "
     "SCAN (subquery-1)"},
    {Sql::kCodeByPublished,
     "SEARCH paper_categories USING COVERING INDEX paper_categories_cat_published_idx "
     "(category=? AND published>? AND published<?)"},
    {Sql::kCodeByPublishedDown,
     "SEARCH paper_categories USING COVERING INDEX paper_categories_cat_published_idx "
     "(category=? AND published>? AND published<?)+ties"},
    {Sql::kCodeByUpdated,
     "SEARCH paper_categories USING COVERING INDEX paper_categories_cat_updated_idx "
     "(category=? AND updated>?)"},
    {Sql::kCodeByUpdatedDown,
     "SEARCH paper_categories USING COVERING INDEX paper_categories_cat_updated_idx "
     "(category=? AND updated>?)+ties"},
    {Sql::kCodeById,
     "SEARCH paper_categories USING COVERING INDEX sqlite_autoindex_paper_categories_1 "
     "(category=?)"},
    {Sql::kDatesOfPaper,
     "SEARCH paper_categories USING INDEX paper_categories_paper_id_idx (paper_id=?)"},
    {Sql::kCodesOfPaper,
     "SEARCH paper_categories USING COVERING INDEX paper_categories_paper_id_idx (paper_id=?)"},
    {Sql::kWindowEntries,
     "SEARCH papers USING COVERING INDEX papers_published_idx (published>? AND published<?)"},
    {Sql::kWindowByPublished,
     "SEARCH papers USING COVERING INDEX papers_published_idx (published>? AND published<?)+ties"},
    {Sql::kWindowByPublishedDown,
     "SEARCH papers USING COVERING INDEX papers_published_idx (published>? AND published<?)+ties"},
    {Sql::kWindowByUpdated,
     "SEARCH papers USING COVERING INDEX papers_updated_idx (updated>?)+ties"},
    {Sql::kWindowByUpdatedDown,
     "SEARCH papers USING COVERING INDEX papers_updated_idx (updated>?)+ties"},
    // A partial index, read up to its first entry.
    {Sql::kEarliestEarlyRevision, "SCAN papers USING INDEX papers_revised_early_idx"},
};

std::string spelled_out(std::string_view plan) {
  constexpr std::string_view kTies = "+ties";
  if (!plan.ends_with(kTies)) return std::string(plan);
  return std::string(plan.substr(0, plan.size() - kTies.size())) + std::string(kTieSort);
}

TEST_CASE("every statement runs by the plan it was written for") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  const mirror::Statements statements(file.database());  // whose function some of them call
  REQUIRE(std::size(kPlans) == static_cast<std::size_t>(Sql::kCount));
  for (std::size_t i = 0; i < std::size(kPlans); ++i) {
    CAPTURE(mirror::text_of(kPlans[i].sql));
    REQUIRE(kPlans[i].sql == static_cast<Sql>(i));
    CHECK(plan_of(file.database(), kPlans[i].sql) == spelled_out(kPlans[i].plan));
  }
}

TEST_CASE("a statement is prepared once, and again only for walks side by side") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  mirror::Statements statements(file.database());
  CHECK(&statements[Sql::kPaperById] == &statements[Sql::kPaperById]);
  CHECK(statements.another(Sql::kPaperById)->handle() != statements[Sql::kPaperById].handle());
}

}  // namespace
