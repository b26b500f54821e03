#pragma once

/// Mirror files as tests make and compare them.

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "common/mirror/sqlite.h"
#include "harvestd/writer/file.h"
#include "harvestd/writer/first_fill.h"

namespace testing {

inline const mirror::OpenRules kRules{std::chrono::minutes(5)};

/// Makes a new file that has every object from the first row on, as files not filled late do.
inline void make_file_with_triggers(const std::string& path) {
  mirror::Database database = mirror::open_for_writing(path, kRules);
  for (const mirror::SchemaObject& object : mirror::schema_objects()) {
    if (mirror::comes_late(object)) database.execute(object.create);
  }
}

/// The rows of `sql`, their columns joined by a bar.
inline std::vector<std::string> rows_of(const mirror::Database& database, std::string_view sql) {
  mirror::Statement statement(database, sql);
  std::vector<std::string> lines;
  for (mirror::Rows rows = statement.query(); rows.next();) {
    std::string line;
    for (int column = 0; column < sqlite3_column_count(statement.handle()); ++column)
      line += rows.optional_text(column).value_or("NULL") + "|";
    lines.push_back(line);
  }
  return lines;
}

/// All that two files have to agree in to be equal, a line each: objects, rows, and every position
/// of every word in the full-text index. Throws when that index and the papers differ.
inline std::vector<std::string> content_of(const std::string& path) {
  mirror::Database database(path, SQLITE_OPEN_READWRITE);
  database.trust_schema();
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)");
  database.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, papers_fts, instance)");
  std::vector<std::string> content;
  for (const std::string_view sql : {
           "SELECT type, name, sql FROM sqlite_master ORDER BY type, name",
           "SELECT 'version', version FROM schema_version",
           "SELECT status, last_datestamp, resumption_token, completed_at, total_records,"
           " error_message FROM harvest_state",
           "SELECT rowid, * FROM papers ORDER BY rowid",
           "SELECT * FROM paper_categories ORDER BY category, paper_id",
           "SELECT 'aids', version, filled_to FROM search_aids",
           "SELECT * FROM paper_filters ORDER BY paper",
           "SELECT * FROM category_counts WHERE (papers, primaries) <> (0, 0) ORDER BY category",
           "SELECT 'word', term, doc, col, offset FROM temp.words ORDER BY term, doc, col, offset",
           "SELECT 'sizes', id, hex(sz) FROM papers_fts_docsize ORDER BY id",
           "SELECT 'averages', hex(block) FROM papers_fts_data WHERE id = 1",
           "SELECT 'setting', k, v FROM papers_fts_config ORDER BY k",
       }) {
    const std::vector<std::string> lines = rows_of(database, sql);
    content.insert(content.end(), lines.begin(), lines.end());
  }
  return content;
}

/// The first line in which `actual` is not as expected; empty when they are equal.
inline std::string difference(const std::vector<std::string>& actual,
                              const std::vector<std::string>& expected) {
  const auto [a, e] = std::mismatch(actual.begin(), actual.end(), expected.begin(), expected.end());
  if (a == actual.end() && e == expected.end()) return "";
  return (a == actual.end() ? "nothing" : *a) + " instead of " +
         (e == expected.end() ? "nothing" : *e);
}

}  // namespace testing
