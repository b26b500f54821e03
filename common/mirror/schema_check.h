#pragma once

/// Comparing a file's objects with the schema table (decision 29). Reads only.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/mirror/schema.h"

namespace mirror {

class Database;

enum class Difference { kMissing, kDiffers };

struct SchemaDifference {
  const SchemaObject* object;  ///< of schema_objects() or search_aid_objects()
  Difference difference;

  bool operator==(const SchemaDifference&) const = default;
};

/// Those of `objects`, a whole table of schema.h, that `database` lacks or has otherwise than a new
/// file, in the table's order.
/// Tables and indexes are compared by what SQLite says of their columns, keys and conditions, since
/// an old file keeps its own wording; triggers, views and the full-text table by their text with
/// white space collapsed. Takes no longer for a large file. Throws SqliteFault.
std::vector<SchemaDifference> compare_schema(
    const Database& database, std::span<const SchemaObject> objects = schema_objects());

/// An object that the schema does not know.
struct ForeignObject {
  std::string name;
  ObjectKind kind;
  /// A trigger or a unique index on a table of the format: it changes what becomes of what a
  /// writer stores. Any other is no fault, but not of the format.
  bool interferes = false;

  bool operator==(const ForeignObject&) const = default;
};

/// By name. SQLite's own and the full-text table's parts are not among them.
std::vector<ForeignObject> foreign_objects(const Database& database);

/// The tables in which papers_fts keeps itself.
std::span<const std::string_view> full_text_parts();

/// What compare_schema looks at for `object`, as text; empty when there is none.
std::string describe_object(const Database& database, const SchemaObject& object);

}  // namespace mirror
