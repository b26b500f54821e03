#include "tests/mcpd/test_mirror.h"

#include "common/base/text.h"
#include "common/mirror/schema.h"

namespace testing {
namespace {

constexpr std::string_view kInsertPaper =
    "INSERT INTO papers (id, version, title, authors, abstract, primary_category, categories, "
    "published, updated, latest_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr std::string_view kInsertCategory =
    "INSERT INTO paper_categories (category, paper_id, updated, published) VALUES (?, ?, ?, ?)";
constexpr std::string_view kComplete =
    "INSERT INTO harvest_state (id, status, last_datestamp, completed_at, total_records) "
    "VALUES (1, 'complete', '2024-02-01', '2024-02-02T00:00:00.000Z', 1)";

void insert(const mirror::Database& database, const StoredRow& row) {
  const std::string abstract = "The abstract of " + row.id + ".";
  const std::vector<std::string_view> codes = base::split_words(row.categories);
  mirror::Statement(database, kInsertPaper)
      .run(row.id, row.version, row.title, row.authors, abstract, codes.front(), row.categories,
           row.published, row.updated, row.updated);
  for (const std::string_view code : codes) {
    mirror::Statement(database, kInsertCategory).run(code, row.id, row.updated, row.published);
  }
}

}  // namespace

void make_mirror(const std::string& path, const std::vector<StoredRow>& rows) {
  mirror::Database database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.trust_schema();
  database.execute("PRAGMA journal_mode = WAL");
  for (const mirror::SchemaObject& object : mirror::schema_objects())
    database.execute(object.create);
  mirror::Statement(database, "INSERT INTO schema_version VALUES (?, '2024-01-01T00:00:00.000Z')")
      .run(mirror::kSchemaVersion);
  database.execute(kComplete);
  for (const StoredRow& row : rows)
    insert(database, row);
}

void change_mirror(const std::string& path, std::string_view sql) {
  mirror::Database(path, SQLITE_OPEN_READWRITE).execute(sql);
}

}  // namespace testing
