#include "tests/common/mirror/mirror_file.h"

#include <algorithm>

#include "common/base/text.h"
#include "common/mirror/schema.h"

namespace testing {
namespace {

constexpr std::string_view kUpsert = R"sql(
INSERT INTO papers (id, version, title, authors, abstract, primary_category, categories, published,
  updated, latest_version, comment, journal_ref, doi)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, title = excluded.title,
  authors = excluded.authors, abstract = excluded.abstract,
  primary_category = excluded.primary_category, categories = excluded.categories,
  published = excluded.published, updated = excluded.updated,
  latest_version = excluded.latest_version, comment = excluded.comment,
  journal_ref = excluded.journal_ref, doi = excluded.doi)sql";

constexpr std::string_view kAddCode = R"sql(
INSERT OR IGNORE INTO paper_categories (category, paper_id, updated, published)
VALUES (?1, ?2, ?3, ?4))sql";

void configure(mirror::Database& database) {
  int persist = 1;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
  database.trust_schema();
  database.execute("PRAGMA journal_mode = WAL");
  database.execute("PRAGMA synchronous = OFF");
  database.execute("PRAGMA foreign_keys = ON");
  database.execute("PRAGMA cache_size = -65536");
}

void create(mirror::Database& database) {
  database.execute("BEGIN IMMEDIATE");
  for (const mirror::SchemaObject& object : mirror::schema_objects())
    database.execute(object.create);
  mirror::Statement(database, "INSERT INTO schema_version VALUES (?1, '2026-06-01T00:00:00.000Z')")
      .run(mirror::kSchemaVersion);
  database.execute("INSERT INTO harvest_state (id, status) VALUES (1, 'pending')");
  for (const mirror::SchemaObject& object : mirror::search_aid_objects())
    database.execute(object.create);
  mirror::Statement(database, "INSERT INTO search_aids VALUES (1, ?1, NULL)")
      .run(mirror::kSearchAidsVersion);
  database.execute("COMMIT");
}

// Indexes and triggers: what slows down filling a file, and can be made afterwards.
std::optional<std::string> drop_statement(const mirror::SchemaObject& object) {
  const std::string name(object.name);
  if (object.kind == mirror::ObjectKind::kIndex) return "DROP INDEX " + name;
  if (object.kind == mirror::ObjectKind::kTrigger) return "DROP TRIGGER " + name;
  return std::nullopt;
}

mirror::Database open(const std::string& path) {
  mirror::Database database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  configure(database);
  if (database.integer("SELECT count(*) FROM sqlite_master") == 0) create(database);
  return database;
}

}  // namespace

MirrorFile::MirrorFile(const std::string& path)
    : database_(open(path)),
      upsert_(database_, kUpsert),
      clear_codes_(database_, "DELETE FROM paper_categories WHERE paper_id = ?1"),
      add_code_(database_, kAddCode) {}

void MirrorFile::insert(const PaperRow& row) {
  const auto codes = base::split_words(row.categories);
  upsert_.run(row.id, row.version, row.title, row.authors, row.abstract, codes.at(0),
              row.categories, row.published, row.updated, row.comment, row.journal_ref, row.doi);
  for (const std::string_view code : codes)
    add_code_.run(code, row.id, row.updated, row.published);
}

void MirrorFile::put(const PaperRow& row) {
  clear_codes_.run(row.id);
  insert(row);
}

void MirrorFile::fill(std::span<const PaperRow> rows) {
  execute("BEGIN IMMEDIATE");
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    if (const auto drop = drop_statement(object)) execute(*drop);
  }
  for (const PaperRow& row : rows)
    insert(row);
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    if (drop_statement(object)) execute(object.create);
  }
  execute("INSERT INTO papers_fts (papers_fts) VALUES ('rebuild')");
  execute("COMMIT");
}

void MirrorFile::remove(std::string_view id) {
  mirror::Statement(database_, "DELETE FROM papers WHERE id = ?1").run(id);
}

void MirrorFile::use_search_aids(bool use) {
  execute(use ? "UPDATE search_aids SET filled_to = NULL" : "UPDATE search_aids SET filled_to = 0");
}

void MirrorFile::drop_search_aids() {
  const auto objects = mirror::search_aid_objects();
  std::for_each(objects.rbegin(), objects.rend(), [this](const mirror::SchemaObject& object) {
    execute("DROP " + std::string(kind_name(object.kind)) + " " + std::string(object.name));
  });
}

void MirrorFile::complete() {
  database_.execute(R"sql(
UPDATE harvest_state SET status = 'complete', last_datestamp = '2026-06-01',
  started_at = '2026-06-01T00:00:00.000Z', completed_at = '2026-06-01T04:00:00.000Z',
  total_records = (SELECT count(*) FROM papers))sql");
}

void MirrorFile::checkpoint() {
  database_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace testing
