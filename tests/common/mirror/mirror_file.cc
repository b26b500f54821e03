#include "tests/common/mirror/mirror_file.h"

#include "common/base/text.h"
#include "common/mirror/schema.h"

namespace testing {
namespace {

constexpr int kOpen = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

void configure(mirror::Database& database) {
  int persist = 1;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
  database.trust_schema();
  database.execute("PRAGMA journal_mode = WAL");
  database.execute("PRAGMA synchronous = OFF");
  database.execute("PRAGMA foreign_keys = ON");
}

void create(mirror::Database& database) {
  database.execute("BEGIN IMMEDIATE");
  for (const mirror::SchemaObject& object : mirror::schema_objects())
    database.execute(object.create);
  mirror::Statement(database, "INSERT INTO schema_version VALUES (?1, '2026-06-01T00:00:00.000Z')")
      .run(mirror::kSchemaVersion);
  database.execute("INSERT INTO harvest_state (id, status) VALUES (1, 'pending')");
  database.execute("COMMIT");
}

}  // namespace

MirrorFile::MirrorFile(const std::string& path) : database_(path, kOpen) {
  configure(database_);
  if (database_.integer("SELECT count(*) FROM sqlite_master") == 0) create(database_);
}

void MirrorFile::put(const PaperRow& row) {
  const auto codes = base::split_words(row.categories);
  mirror::Statement(database_, R"sql(
INSERT INTO papers (id, version, title, authors, abstract, primary_category, categories, published,
  updated, latest_version, comment, journal_ref, doi)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, title = excluded.title,
  authors = excluded.authors, abstract = excluded.abstract,
  primary_category = excluded.primary_category, categories = excluded.categories,
  published = excluded.published, updated = excluded.updated,
  latest_version = excluded.latest_version, comment = excluded.comment,
  journal_ref = excluded.journal_ref, doi = excluded.doi)sql")
      .run(row.id, row.version, row.title, row.authors, row.abstract, codes.at(0), row.categories,
           row.published, row.updated, row.comment, row.journal_ref, row.doi);
  mirror::Statement(database_, "DELETE FROM paper_categories WHERE paper_id = ?1").run(row.id);
  mirror::Statement insert(database_, R"sql(
INSERT OR IGNORE INTO paper_categories (category, paper_id, updated, published)
VALUES (?1, ?2, ?3, ?4))sql");
  for (const std::string_view code : codes)
    insert.run(code, row.id, row.updated, row.published);
}

void MirrorFile::remove(std::string_view id) {
  mirror::Statement(database_, "DELETE FROM papers WHERE id = ?1").run(id);
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
