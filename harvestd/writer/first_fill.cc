#include "harvestd/writer/first_fill.h"

#include <algorithm>
#include <vector>

#include "harvestd/writer/config_switch.h"
#include "harvestd/writer/file.h"
#include "harvestd/writer/search_aids_fill.h"
#include "harvestd/writer/transaction.h"

namespace mirror {
namespace {

constexpr std::string_view kIndexWindow =
    "INSERT INTO papers_fts (rowid, title, authors, abstract, comment, journal_ref)"
    " SELECT rowid, title, authors, abstract, comment, journal_ref FROM papers_fts_source"
    " WHERE rowid > ?1 ORDER BY rowid LIMIT ?2";

/// 0 where there is none.
std::int64_t last_paper(const Database& database) {
  return database.integer("SELECT max(rowid) FROM papers").value_or(0);
}

/// 0 where there is none. The index keeps one row of sizes for each paper in it.
std::int64_t last_indexed(const Database& database) {
  return database.integer("SELECT max(id) FROM papers_fts_docsize").value_or(0);
}

FillProgress progress_of(const Database& database) {
  return {database.integer("SELECT COUNT(*) FROM papers_fts_docsize").value(),
          database.integer("SELECT COUNT(*) FROM papers").value()};
}

/// What the index takes while it is filled is taken from the cache: a fill goes through the papers
/// once.
void prepare(Database& database) {
  Transaction transaction(database);
  prepare_index(database);
  transaction.commit();
  database.execute("PRAGMA cache_size = -16384");
}

/// As in a file where they were never changed; FTS5 itself would keep a row that says so.
void restore_defaults(Database& database) {
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('automerge', 4)");
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('hashsize', 1048576)");
  const ConfigSwitch undefended(database, SQLITE_DBCONFIG_DEFENSIVE, false);
  database.execute("DELETE FROM papers_fts_config WHERE k IN ('automerge', 'hashsize')");
}

bool index_windows(Database& database, const FillPlan& plan) {
  FillProgress progress = progress_of(database);
  const std::int64_t last = last_paper(database);
  Statement index(database, kIndexWindow);
  for (std::int64_t after = last_indexed(database); after < last;) {
    if (!commit_step(database, plan, [&] { index.run(after, plan.window); })) return false;
    after = last_indexed(database);
    progress.indexed = std::min(progress.indexed + plan.window, progress.papers);
    plan.notice(progress);
  }
  return true;
}

/// Merges some thousand pages of segments; false when there was nothing left to merge, which SQLite
/// tells by fewer than two changes.
bool merge_some_segments(Database& database) {
  const std::int64_t before = sqlite3_total_changes64(database.handle());
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('merge', 2000)");
  return sqlite3_total_changes64(database.handle()) - before >= 2;
}

/// A search looks for each word in every segment of the index, and the windows leave many.
bool merge_segments(Database& database, const FillPlan& plan) {
  const FillProgress progress = progress_of(database);
  for (bool merged = true; merged;) {
    if (!commit_step(database, plan, [&] { merged = merge_some_segments(database); })) return false;
    if (merged) plan.notice(progress);
  }
  return true;
}

/// The indexes that `database` lacks.
std::vector<const SchemaObject*> missing_indexes(const Database& database) {
  std::vector<const SchemaObject*> missing;
  Statement find(database, "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1");
  for (const SchemaObject& object : schema_objects()) {
    if (object.kind == ObjectKind::kIndex && !find.query(object.name).next())
      missing.push_back(&object);
  }
  return missing;
}

bool define_indexes(const Database& database, const FillPlan& plan) {
  const auto missing = missing_indexes(database);
  if (missing.empty()) return true;
  sqlite3_db_release_memory(database.handle());
  Database sorter = open_sorter(database);
  const FillProgress progress = progress_of(database);
  return std::all_of(missing.begin(), missing.end(), [&](const SchemaObject* index) {
    if (!commit_step(sorter, plan, [&] { sorter.execute(index->create); })) return false;
    plan.notice(progress);
    return true;
  });
}

bool fill_aids(Database& database, FillPlan plan) {
  // All papers are indexed; what is left is not counted in papers.
  plan.notice = [notice = plan.notice](const FillProgress& progress) {
    notice({progress.papers, progress.papers});
  };
  return fill_search_aids(database, plan);
}

}  // namespace

IndexPhase index_phase(const IndexFacts& facts) {
  if (facts.completed || facts.triggers) return IndexPhase::kKept;
  return facts.indexed ? IndexPhase::kFilling : IndexPhase::kCollecting;
}

IndexFacts read_index_facts(const Database& database) {
  IndexFacts facts;
  facts.completed =
      database.text("SELECT completed_at FROM harvest_state WHERE id = 1").has_value();
  facts.indexed = last_indexed(database) != 0;
  Statement find(database, "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?1");
  for (const SchemaObject& object : schema_objects())
    facts.triggers |= is_index_trigger(object) && find.query(object.name).next();
  return facts;
}

bool is_index_trigger(const SchemaObject& object) {
  return object.full_text && object.kind == ObjectKind::kTrigger;
}

bool comes_late(const SchemaObject& object) {
  constexpr std::string_view kWriters = "paper_categories_paper_id_idx";
  return is_index_trigger(object) || (object.kind == ObjectKind::kIndex && object.name != kWriters);
}

void prepare_index(Database& database) {
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('automerge', 0)");
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('hashsize', 33554432)");
}

bool fill_indexes(Database& database, const FillPlan& plan) {
  prepare(database);
  const bool filled = index_windows(database, plan) && merge_segments(database, plan) &&
                      define_indexes(database, plan) && fill_aids(database, plan);
  database.execute(kWriterCache);
  return filled;
}

void hand_over_to_triggers(Database& database) {
  for (const SchemaObject& object : schema_objects()) {
    if (is_index_trigger(object)) database.execute(object.create);
  }
  restore_defaults(database);
}

}  // namespace mirror
