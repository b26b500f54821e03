#include "common/mirror/schema_check.h"

#include <algorithm>
#include <map>
#include <optional>

#include "common/base/text.h"
#include "common/mirror/sqlite.h"

namespace mirror {
namespace {

constexpr std::string_view kColumns =
    "SELECT json_group_array(json_array(name, upper(type), \"notnull\", dflt_value, pk, hidden))"
    " FROM pragma_table_xinfo(?1)";

constexpr std::string_view kForeignKeys =
    "SELECT json_group_array(json_array(\"table\", \"from\", \"to\", on_update, on_delete))"
    " FROM pragma_foreign_key_list(?1)";

constexpr std::string_view kIndexColumns =
    "SELECT json_group_array(json_array(seqno, name, \"desc\", coll, key))"
    " FROM pragma_index_xinfo(?1)";

constexpr std::string_view kIndexKind =
    "SELECT json_array(m.tbl_name, i.\"unique\", i.partial) FROM sqlite_master AS m,"
    " pragma_index_list(m.tbl_name) AS i WHERE m.type = 'index' AND m.name = ?1 AND i.name = ?1";

constexpr std::string_view kType = "SELECT type FROM sqlite_master WHERE name = ?1";
constexpr std::string_view kText = "SELECT sql FROM sqlite_master WHERE name = ?1";

constexpr std::string_view kParts[] = {"papers_fts_data", "papers_fts_idx", "papers_fts_docsize",
                                       "papers_fts_config"};

std::string ask(const Database& database, std::string_view sql, std::string_view name) {
  Statement statement(database, sql);
  Rows rows = statement.query(name);
  return rows.next() ? std::string(rows.text(0)) : std::string();
}

std::string stored_text(const Database& database, std::string_view name) {
  return base::collapse_space(ask(database, kText, name));
}

// An index's condition is nowhere but in its text.
std::string condition_of(std::string_view create) {
  const std::string lowered = base::lower(create);
  const std::size_t at = lowered.find(" where ");
  return at == std::string::npos ? std::string() : lowered.substr(at);
}

std::string describe_table(const Database& database, std::string_view name) {
  return ask(database, kColumns, name) + ask(database, kForeignKeys, name);
}

std::string describe_index(const Database& database, std::string_view name) {
  return ask(database, kIndexKind, name) + ask(database, kIndexColumns, name) +
         condition_of(stored_text(database, name));
}

// CREATE VIRTUAL TABLE keeps what it was given; a part that is gone is gone with the table.
std::string describe_full_text_table(const Database& database, std::string_view name) {
  std::string text = stored_text(database, name);
  for (const std::string_view part : kParts)
    text += " " + ask(database, kType, part);
  return text;
}

constexpr std::string_view kAll =
    "SELECT m.name, m.type, m.tbl_name, m.type = 'trigger' OR EXISTS (SELECT 1 FROM"
    " pragma_index_list(m.tbl_name) AS i WHERE i.name = m.name AND i.\"unique\")"
    " FROM sqlite_master AS m WHERE m.sql IS NOT NULL ORDER BY m.name";

bool is_of_kind(std::string_view type, ObjectKind kind) {
  return base::equal_ignoring_case(type, kind_name(kind));
}

ObjectKind kind_of(std::string_view type) {
  for (const ObjectKind kind : {ObjectKind::kIndex, ObjectKind::kView, ObjectKind::kTrigger}) {
    if (is_of_kind(type, kind)) return kind;
  }
  return ObjectKind::kTable;
}

/// Names are SQLite's, which ignores the case of letters, and keeps those of triggers apart.
bool is_ours(std::string_view name, bool trigger) {
  const auto is_it = [name](std::string_view ours) {
    return base::equal_ignoring_case(name, ours);
  };
  const auto has_it = [&](std::span<const SchemaObject> objects) {
    return std::any_of(objects.begin(), objects.end(), [&](const SchemaObject& object) {
      return (object.kind == ObjectKind::kTrigger) == trigger && is_it(object.name);
    });
  };
  return has_it(schema_objects()) || has_it(search_aid_objects()) ||
         (!trigger && std::any_of(std::begin(kParts), std::end(kParts), is_it));
}

struct Stored {
  std::string type;
  std::string text;  ///< with white space collapsed
};

/// What a file holds, by name.
using Catalogue = std::map<std::string, Stored, std::less<>>;

Catalogue read_catalogue(const Database& database) {
  Catalogue catalogue;
  Statement statement(database, "SELECT name, type, sql FROM sqlite_master");
  for (Rows rows = statement.query(); rows.next();) {
    catalogue.insert_or_assign(
        std::string(rows.text(0)),
        Stored{std::string(rows.text(1)), base::collapse_space(rows.text(2))});
  }
  return catalogue;
}

bool has_parts(const Catalogue& catalogue) {
  return std::all_of(std::begin(kParts), std::end(kParts),
                     [&](std::string_view part) { return catalogue.count(part) != 0; });
}

// An object that is worded as a new file's is one, as nearly all are in nearly every file.
bool is_worded_alike(const Catalogue& catalogue, const Stored& stored, const SchemaObject& object) {
  const bool is_whole =
      object.kind != ObjectKind::kTable || !object.full_text || has_parts(catalogue);
  return is_whole && is_of_kind(stored.type, object.kind) &&
         stored.text == base::collapse_space(object.create);
}

/// A new file, in memory.
Database reference() {
  Database database(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  for (const auto objects : {schema_objects(), search_aid_objects()}) {
    for (const SchemaObject& object : objects)
      database.execute(object.create);
  }
  return database;
}

}  // namespace

std::span<const std::string_view> full_text_parts() {
  return kParts;
}

std::string describe_object(const Database& database, const SchemaObject& object) {
  if (!is_of_kind(ask(database, kType, object.name), object.kind)) return "";
  if (object.kind == ObjectKind::kIndex) return describe_index(database, object.name);
  if (object.kind != ObjectKind::kTable) return stored_text(database, object.name);
  return object.full_text ? describe_full_text_table(database, object.name)
                          : describe_table(database, object.name);
}

std::vector<SchemaDifference> compare_schema(const Database& database,
                                             std::span<const SchemaObject> objects) {
  const Catalogue catalogue = read_catalogue(database);
  std::optional<Database> expected;
  std::vector<SchemaDifference> differences;
  for (const SchemaObject& object : objects) {
    const auto stored = catalogue.find(object.name);
    if (stored == catalogue.end()) {
      differences.push_back({&object, Difference::kMissing});
    } else if (!is_worded_alike(catalogue, stored->second, object)) {
      if (!expected) expected = reference();
      if (describe_object(database, object) != describe_object(*expected, object))
        differences.push_back({&object, Difference::kDiffers});
    }
  }
  return differences;
}

std::vector<ForeignObject> foreign_objects(const Database& database) {
  std::vector<ForeignObject> found;
  Statement statement(database, kAll);
  for (Rows rows = statement.query(); rows.next();) {
    const ObjectKind kind = kind_of(rows.text(1));
    if (is_ours(rows.text(0), kind == ObjectKind::kTrigger)) continue;
    const bool interferes = rows.integer(3) != 0 && is_ours(rows.text(2), false);
    found.push_back({std::string(rows.text(0)), kind, interferes});
  }
  return found;
}

}  // namespace mirror
