#include <algorithm>
#include <string>
#include <vector>

#include "common/mirror/schema_check.h"
#include "harvestd/writer/first_fill.h"
#include "harvestd/writer/migration_parts.h"

namespace mirror {
namespace {

constexpr std::string_view kFillPublished = R"sql(
UPDATE paper_categories
SET published = (SELECT papers.published FROM papers WHERE papers.id = paper_categories.paper_id)
WHERE rowid > ?1 AND rowid <= ?2
  AND published IS NOT
    (SELECT papers.published FROM papers WHERE papers.id = paper_categories.paper_id))sql";

constexpr std::string_view kFillIndex = R"sql(
INSERT INTO papers_fts (rowid, title, authors, abstract, comment, journal_ref)
SELECT rowid, title, authors, abstract, comment, journal_ref FROM papers_fts_source
WHERE rowid > ?1 AND rowid <= ?2 ORDER BY rowid)sql";

using ObjectFilter = bool (*)(const SchemaObject&);

/// The indexes that `wanted` names and that `database` has otherwise, or lacks.
std::vector<SchemaDifference> other_indexes(const Database& database, ObjectFilter wanted) {
  std::vector<SchemaDifference> found = compare_schema(database);
  const auto unwanted = [&](const SchemaDifference& difference) {
    return difference.object->kind != ObjectKind::kIndex || !wanted(*difference.object);
  };
  found.erase(std::remove_if(found.begin(), found.end(), unwanted), found.end());
  return found;
}

/// Each in a transaction of its own: on a large file one takes a minute.
void define_indexes(MigrationRun& run, const std::vector<SchemaDifference>& indexes) {
  Database& database = run.database();
  const auto total = static_cast<std::int64_t>(indexes.size());
  std::int64_t done = 0;
  for (const auto& [object, difference] : indexes) {
    const auto define = [&database, index = object] {
      database.execute("DROP INDEX IF EXISTS " + std::string(index->name));
      database.execute(index->create);
    };
    run.commit(define, ++done, total, "indexes");
  }
}

void drop_full_text(Database& database) {
  for (const char* statement :
       {"DROP TRIGGER IF EXISTS papers_ai", "DROP TRIGGER IF EXISTS papers_ad",
        "DROP TRIGGER IF EXISTS papers_au", "DROP TABLE IF EXISTS papers_fts",
        "DROP VIEW IF EXISTS papers_fts_source"})
    database.execute(statement);
}

/// Without the triggers, which come when the index is filled.
void create_full_text(Database& database) {
  for (const SchemaObject& object : schema_objects()) {
    if (object.full_text && !is_index_trigger(object)) database.execute(object.create);
  }
}

bool has_full_text(const Database& database) {
  const std::vector<SchemaDifference> found = compare_schema(database);
  return std::none_of(found.begin(), found.end(), [](const SchemaDifference& difference) {
    return difference.object->full_text;
  });
}

}  // namespace

void fill_published(MigrationRun& run) {
  Database& database = run.database();
  const std::int64_t rows = database.integer(kCategoryRows.count).value();
  const auto prepare = [&] {
    const bool has_column =
        database
            .integer("SELECT 1 FROM pragma_table_info('paper_categories') WHERE name = 'published'")
            .has_value();
    if (!has_column) database.execute("ALTER TABLE paper_categories ADD COLUMN published TEXT");
    database.execute("DROP TRIGGER IF EXISTS paper_categories_published_fill");
    database.execute(schema_object("paper_categories_published_fill").create);
  };
  run.commit(prepare, 0, rows);
  Statement fill(database, kFillPublished);
  run.walk(kCategoryRows, [&](const RowWindow& window) { fill.run(window.after, window.last); });
}

void define_date_indexes(MigrationRun& run) {
  define_indexes(run, other_indexes(run.database(),
                                    [](const SchemaObject& index) { return index.since == 4; }));
}

void define_paper_index(MigrationRun& run) {
  define_indexes(run, other_indexes(run.database(),
                                    [](const SchemaObject& index) { return index.since == 5; }));
}

void define_other_indexes(MigrationRun& run) {
  std::vector<SchemaDifference> indexes =
      other_indexes(run.database(), [](const SchemaObject&) { return true; });
  if (run.found_version() == kSchemaVersion) {
    const auto is_missing = [](const SchemaDifference& difference) {
      return difference.difference == Difference::kMissing;
    };
    indexes.erase(std::remove_if(indexes.begin(), indexes.end(), is_missing), indexes.end());
  }
  define_indexes(run, indexes);
}

void rebuild_full_text(MigrationRun& run) {
  Database& database = run.database();
  const std::int64_t papers = database.integer(kPaperRows.count).value();
  const auto start = [&] {
    drop_full_text(database);
    create_full_text(database);
    prepare_index(database);
  };
  run.commit(start, 0, papers);
  {
    Statement fill(database, kFillIndex);
    run.walk(kPaperRows, [&](const RowWindow& window) { fill.run(window.after, window.last); });
  }
  // Last, so that a file whose index is not filled is told by the triggers it lacks.
  run.commit([&] { hand_over_to_triggers(database); }, 3, 3, "triggers");
}

void refold_full_text(MigrationRun& run) {
  constexpr int kHasFiveColumns = 3;
  const bool done = run.from_version() < kHasFiveColumns && has_full_text(run.database());
  if (!done) rebuild_full_text(run);
}

bool has_other_indexes(const Database& database) {
  const auto indexes = other_indexes(database, [](const SchemaObject&) { return true; });
  return std::any_of(indexes.begin(), indexes.end(), [](const SchemaDifference& difference) {
    return difference.difference == Difference::kDiffers;
  });
}

}  // namespace mirror
