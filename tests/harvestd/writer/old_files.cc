#include "tests/harvestd/writer/old_files.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "common/arxiv/tex.h"
#include "common/base/text.h"
#include "common/mirror/schema.h"
#include "common/mirror/schema_check.h"
#include "common/mirror/sqlite.h"
#include "tests/common/mirror/mirror_file.h"

namespace testing {
namespace {

using mirror::Database;
using mirror::Record;
using mirror::Row;

constexpr int kAlways = 99;

/// One object of the older line's files, in the versions from `since` to `until`.
struct OldObject {
  int since;
  int until;
  std::string_view create;
};

constexpr OldObject kTables[] = {
    {1, kAlways,
     "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)"},
    {1, kAlways,
     "CREATE TABLE papers (id TEXT PRIMARY KEY NOT NULL, version TEXT NOT NULL,"
     " title TEXT NOT NULL, authors TEXT NOT NULL, abstract TEXT NOT NULL,"
     " primary_category TEXT NOT NULL, categories TEXT NOT NULL, published TEXT NOT NULL,"
     " updated TEXT NOT NULL, latest_version TEXT NOT NULL, comment TEXT, journal_ref TEXT,"
     " doi TEXT)"},
    {1, kAlways,
     "CREATE TABLE harvest_state (id INTEGER PRIMARY KEY CHECK (id = 1), status TEXT NOT NULL,"
     " last_datestamp TEXT, resumption_token TEXT, started_at TEXT, completed_at TEXT,"
     " total_records INTEGER, error_message TEXT)"},
    {2, 3,
     "CREATE TABLE paper_categories (category TEXT NOT NULL,"
     " paper_id TEXT NOT NULL REFERENCES papers(id) ON DELETE CASCADE, updated TEXT NOT NULL,"
     " PRIMARY KEY (category, paper_id))"},
    {4, kAlways,
     "CREATE TABLE paper_categories (category TEXT NOT NULL,"
     " paper_id TEXT NOT NULL REFERENCES papers(id) ON DELETE CASCADE, updated TEXT NOT NULL,"
     " published TEXT, PRIMARY KEY (category, paper_id))"},
    {4, kAlways,
     "CREATE TABLE migration_lease (id INTEGER PRIMARY KEY CHECK (id = 1), holder TEXT NOT NULL,"
     " acquired_at TEXT NOT NULL, expires_at TEXT NOT NULL)"},
    {1, 2,
     "CREATE VIRTUAL TABLE papers_fts USING fts5(title, authors, abstract, content='papers',"
     " content_rowid='rowid', tokenize=\"unicode61 remove_diacritics 2 tokenchars '-_'\")"},
    {3, 6,
     "CREATE VIRTUAL TABLE papers_fts USING fts5(title, authors, abstract, comment, journal_ref,"
     " content='papers', content_rowid='rowid',"
     " tokenize=\"unicode61 remove_diacritics 2 tokenchars '-_'\")"},
};

constexpr OldObject kIndexes[] = {
    {1, kAlways, "CREATE INDEX papers_primary_category_idx ON papers(primary_category)"},
    {1, kAlways, "CREATE INDEX papers_published_idx ON papers(published)"},
    {1, kAlways, "CREATE INDEX papers_updated_idx ON papers(updated)"},
    {2, 3, "CREATE INDEX paper_categories_cat_updated_idx ON paper_categories(category, updated)"},
    {3, 4, "CREATE INDEX paper_categories_paper_id_idx ON paper_categories(paper_id)"},
    {4, kAlways,
     "CREATE INDEX paper_categories_cat_updated_idx"
     " ON paper_categories(category, updated, published, paper_id)"},
    {4, kAlways,
     "CREATE INDEX paper_categories_cat_published_idx"
     " ON paper_categories(category, published, paper_id)"},
    {4, kAlways,
     "CREATE INDEX papers_revised_early_idx ON papers(updated) WHERE updated < published"},
    {5, kAlways,
     "CREATE INDEX paper_categories_paper_id_idx ON paper_categories(paper_id, category)"},
};

constexpr OldObject kTriggers[] = {
    {1, 2,
     "CREATE TRIGGER papers_ai AFTER INSERT ON papers BEGIN"
     " INSERT INTO papers_fts(rowid, title, authors, abstract)"
     " VALUES (new.rowid, new.title, new.authors, new.abstract); END"},
    {1, 2,
     "CREATE TRIGGER papers_ad AFTER DELETE ON papers BEGIN"
     " INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract)"
     " VALUES ('delete', old.rowid, old.title, old.authors, old.abstract); END"},
    {1, 2,
     "CREATE TRIGGER papers_au AFTER UPDATE ON papers BEGIN"
     " INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract)"
     " VALUES ('delete', old.rowid, old.title, old.authors, old.abstract);"
     " INSERT INTO papers_fts(rowid, title, authors, abstract)"
     " VALUES (new.rowid, new.title, new.authors, new.abstract); END"},
    {3, 6,
     "CREATE TRIGGER papers_ai AFTER INSERT ON papers BEGIN"
     " INSERT INTO papers_fts(rowid, title, authors, abstract, comment, journal_ref)"
     " VALUES (new.rowid, new.title, new.authors, new.abstract, new.comment, new.journal_ref);"
     " END"},
    {3, 6,
     "CREATE TRIGGER papers_ad AFTER DELETE ON papers BEGIN"
     " INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract, comment, journal_ref)"
     " VALUES ('delete', old.rowid, old.title, old.authors, old.abstract, old.comment,"
     " old.journal_ref); END"},
    {3, 6,
     "CREATE TRIGGER papers_au AFTER UPDATE ON papers BEGIN"
     " INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract, comment, journal_ref)"
     " VALUES ('delete', old.rowid, old.title, old.authors, old.abstract, old.comment,"
     " old.journal_ref);"
     " INSERT INTO papers_fts(rowid, title, authors, abstract, comment, journal_ref)"
     " VALUES (new.rowid, new.title, new.authors, new.abstract, new.comment, new.journal_ref);"
     " END"},
};

template <std::size_t size>
void create(Database& database, const OldObject (&objects)[size], int version) {
  for (const OldObject& object : objects) {
    if (object.since <= version && version <= object.until) database.execute(object.create);
  }
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// `text` as the harvester of `version` stored it.
std::string stored_text(std::string_view text, int version) {
  std::string plain = base::collapse_space(text);
  if (version >= 6) return arxiv::tex_to_unicode(plain);
  if (version == 5) return plain;
  return replace_all(replace_all(std::move(plain), "'", "&#39;"), "\"", "&#34;");
}

std::optional<std::string> unless_empty(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

Row old_row(const Record& record, int version) {
  Row row = mirror::build_row(record);
  row.title = stored_text(record.title, version);
  row.authors = stored_text(record.authors, version);
  row.abstract = stored_text(record.abstract, version);
  row.comment = unless_empty(stored_text(record.comment, version));
  row.journal_ref = unless_empty(stored_text(record.journal_ref, version));
  if (version < 5) row.doi = unless_empty(stored_text(record.doi, version));
  if (version == 1) {
    row.published = record.versions.front().date;
    row.updated = record.versions.back().date;
  }
  return row;
}

constexpr std::string_view kAddPaper =
    "INSERT INTO papers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12)";

void add_papers(Database& database, int version, const std::vector<Record>& records) {
  mirror::Statement add(database, kAddPaper);
  std::optional<mirror::Statement> add_code;
  if (version >= 2) {
    add_code.emplace(database,
                     "INSERT INTO paper_categories (category, paper_id, updated)"
                     " VALUES (?1, ?2, ?3)");
  }
  for (const Record& record : records) {
    const Row row = old_row(record, version);
    add.run(row.id, row.version, row.title, row.authors, row.abstract, row.primary_category,
            row.categories, row.published, row.updated, row.comment, row.journal_ref, row.doi);
    if (!add_code) continue;
    for (const std::string_view code : mirror::distinct_codes(row.categories))
      add_code->run(code, row.id, row.updated);
  }
  if (version >= 4) {
    database.execute(
        "UPDATE paper_categories SET published = (SELECT published FROM papers WHERE id ="
        " paper_id)");
  }
}

/// The parts of the full-text index from version 7 on, which the schema table has.
void create_folded_index(Database& database, bool triggers) {
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    if (object.full_text && triggers == (object.kind == mirror::ObjectKind::kTrigger))
      database.execute(object.create);
  }
}

PaperRow paper_row(const Row& row) {
  return {row.id,        row.version, row.title,   row.authors,     row.abstract, row.categories,
          row.published, row.updated, row.comment, row.journal_ref, row.doi};
}

std::string of(std::size_t number) {
  return std::to_string(number);
}

}  // namespace

std::vector<Record> sample_records(std::size_t count) {
  const std::string dates[] = {"Mon, 22 Jan 2024 18:59:01 GMT", "2 Feb 2024 07:00:30 GMT",
                               "Fri, 1 Mar 2024 23:30:00 -0500"};
  std::vector<Record> records;
  for (std::size_t n = 0; n < count; ++n) {
    Record record;
    record.id = "2401." + std::to_string(10'000 + n);
    record.datestamp = "2024-03-02";
    for (std::size_t version = 0; version <= n % 3; ++version)
      record.versions.push_back({static_cast<int>(version) + 1, dates[version]});
    if (n == 3) record.versions.front().date = "some day in 1999";
    record.title = n % 5 == 0 ? "Some \"quoted\" words on L\\'evy's flights " + of(n)
                              : "On walks\n  of length " + of(n);
    record.authors = n % 4 == 0 ? "\\'Edgar Rold\\'an, \xC5\x81ukasz O'Neil and S{\\o}ren " + of(n)
                                : "Ada Quill and Ben \xC3\x98rsted";
    record.abstract = "An abstract with $\\alpha$ and " +
                      std::string(n % 7 == 0 ? "{{doubled}} braces" : "words") + ", number " +
                      of(n);
    if (n % 2 == 0) record.comment = n % 6 == 0 ? "It's 12 pages, \\'etude" : "the word &amp;#39;";
    if (n % 3 == 0) record.journal_ref = "Phys. Rev. \"D\" " + of(n);
    if (n % 4 == 1) record.doi = "10.1000/o'neil." + of(n);
    record.categories = n % 2 == 0 ? "math.NA cs.NA math.NA" : "hep-ph";
    records.push_back(std::move(record));
  }
  return records;
}

void write_old_file(const std::string& path, int version, const std::vector<Record>& records) {
  Database database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.trust_schema();
  database.execute("PRAGMA journal_mode = WAL");
  database.execute("PRAGMA foreign_keys = ON");
  database.execute("BEGIN IMMEDIATE");
  create(database, kTables, version);
  if (version >= 7) create_folded_index(database, false);
  add_papers(database, version, records);
  database.execute("INSERT INTO papers_fts (papers_fts) VALUES ('rebuild')");
  create(database, kIndexes, version);
  create(database, kTriggers, version);
  if (version >= 4)
    database.execute(mirror::schema_object("paper_categories_published_fill").create);
  if (version >= 7) create_folded_index(database, true);
  mirror::Statement(database, "DELETE FROM papers WHERE id = ?1").run(records.at(1).id);
  mirror::Statement(database, "INSERT INTO schema_version VALUES (?1, '2026-06-01T04:00:00.000Z')")
      .run(version);
  database.execute(
      "INSERT INTO harvest_state VALUES (1, 'complete', '2026-06-01', NULL,"
      " '2026-06-01T00:00:00.000Z', '2026-06-01T04:00:00.000Z',"
      " (SELECT count(*) FROM papers), NULL)");
  database.execute("COMMIT");
  database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

void write_fresh_file(const std::string& path, const std::vector<Record>& records) {
  std::vector<PaperRow> rows;
  for (const Record& record : records)
    rows.push_back(paper_row(mirror::build_row(record)));
  MirrorFile file(path);
  file.fill(rows);
  file.remove(records.at(1).id);
  file.complete();
  file.checkpoint();
}

}  // namespace testing
