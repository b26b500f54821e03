#include <string_view>

#include "common/mirror/schema_check.h"
#include "common/mirror/sqlite.h"
#include "tests/harvestd/writer/old_files.h"

namespace testing {
namespace {

struct Section {
  const char* name;
  std::string_view sql;  ///< one text
};

constexpr Section kSections[] = {
    {"papers",
     "SELECT group_concat(line, char(10)) FROM (SELECT json_array(rowid, id, version, title,"
     " authors, abstract, primary_category, categories, published, updated, latest_version,"
     " comment, journal_ref, doi) AS line FROM papers ORDER BY rowid)"},
    {"categories",
     "SELECT group_concat(line, char(10)) FROM (SELECT json_array(category, paper_id, updated,"
     " published) AS line FROM paper_categories ORDER BY category, paper_id)"},
    {"filters",
     "SELECT group_concat(line, char(10)) FROM (SELECT json_array(paper, published, updated,"
     " categories) AS line FROM paper_filters ORDER BY paper)"},
    {"category counts",
     "SELECT group_concat(line, char(10)) FROM (SELECT json_array(category, papers, primaries) AS"
     " line FROM category_counts WHERE (papers, primaries) <> (0, 0) ORDER BY category)"},
    {"search aids",
     "SELECT group_concat(version || ' ' || ifnull(filled_to, '')) FROM search_aids"},
    {"words",
     "SELECT group_concat(line, char(10)) FROM (SELECT term || ' ' || doc || ' ' || col || ' ' ||"
     " offset AS line FROM temp.words ORDER BY term, doc, col, offset)"},
    {"index settings", "SELECT group_concat(k || '=' || v) FROM papers_fts_config"},
    {"state",
     "SELECT json_array(status, last_datestamp, resumption_token, completed_at, total_records,"
     " error_message) FROM harvest_state"},
    {"version", "SELECT group_concat(version) FROM schema_version"},
    {"lease", "SELECT group_concat(holder) FROM migration_lease"},
    {"integrity", "PRAGMA integrity_check"},
};

std::string schema_faults(const mirror::Database& database) {
  std::string names;
  for (const auto objects : {mirror::schema_objects(), mirror::search_aid_objects()}) {
    for (const auto& [object, difference] : mirror::compare_schema(database, objects))
      names += std::string(object->name) + ' ';
  }
  for (const mirror::ForeignObject& object : mirror::foreign_objects(database))
    names += object.name + ' ';
  return names;
}

}  // namespace

std::map<std::string, std::string> contents(const std::string& path) {
  mirror::Database database(path, SQLITE_OPEN_READWRITE);
  database.trust_schema();
  database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)");
  database.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, papers_fts, instance)");
  std::map<std::string, std::string> found = {{"schema faults", schema_faults(database)}};
  for (const Section& section : kSections)
    found[section.name] = database.text(section.sql).value_or("");
  return found;
}

}  // namespace testing
