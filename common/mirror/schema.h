#pragma once

/// The mirror file's format, version 7, as one table (decisions 28 to 33, contract 9), and the
/// objects of ours beside it. Creating, migrating, verifying and repairing all read it; no CREATE
/// text exists anywhere else.

#include <span>
#include <string_view>

namespace mirror {

class Database;

inline constexpr int kSchemaVersion = 7;

enum class ObjectKind { kTable, kIndex, kView, kTrigger };

/// `TABLE`, `INDEX`, `VIEW`, `TRIGGER`; lowered, sqlite_master's type.
std::string_view kind_name(ObjectKind kind);

/// One object of the file.
struct SchemaObject {
  std::string_view name;
  ObjectKind kind;
  int since;                ///< the version that first has it in this form
  std::string_view create;  ///< one whole CREATE statement
  /// Part of the full-text index: table, content view or one of its three triggers.
  bool full_text = false;
};

/// In the order in which a new file gets them.
std::span<const SchemaObject> schema_objects();

/// Objects of ours beside the format's, by which searches are fast (decision 30): a file without
/// them is whole. `since` counts their own versions, up to kSearchAidsVersion. In
/// the order in which they are made; triggers keep them true, whoever writes.
std::span<const SchemaObject> search_aid_objects();

/// The version of search_aid_objects(): goes up with any change to what they hold.
inline constexpr int kSearchAidsVersion = 2;

/// The object `name` of the format; it has to exist.
const SchemaObject& schema_object(std::string_view name);

}  // namespace mirror
