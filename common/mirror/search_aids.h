#pragma once

/// Whether a file's search aids can be believed (decision 30). The tables themselves are in
/// schema.h; harvestd makes and fills them.

#include <cstdint>
#include <optional>

namespace mirror {

class Database;

/// What the file says of its search aids.
struct SearchAids {
  std::int64_t version = 0;
  /// The rowid of the last paper that has gone into them; nothing once all have.
  std::optional<std::int64_t> filled_to;

  /// Of this program's version, and whole.
  bool are_current() const;
};

/// Nothing for a file that has none, or a table of another shape in their place. Throws
/// SqliteFault.
std::optional<SearchAids> read_search_aids(const Database& database);

/// True when every one of search_aid_objects() is there by its name.
bool has_search_aid_objects(const Database& database);

}  // namespace mirror
