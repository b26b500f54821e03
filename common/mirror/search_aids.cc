#include "common/mirror/search_aids.h"

#include <algorithm>

#include "common/mirror/schema.h"
#include "common/mirror/sqlite.h"

namespace mirror {

bool SearchAids::are_current() const {
  return version == kSearchAidsVersion && !filled_to;
}

std::optional<SearchAids> read_search_aids(const Database& database) {
  try {
    Statement statement(database, "SELECT version, filled_to FROM search_aids WHERE id = 1");
    Rows rows = statement.query();
    if (!rows.next()) return std::nullopt;
    SearchAids aids{rows.integer(0), std::nullopt};
    if (!rows.is_null(1)) aids.filled_to = rows.integer(1);
    return aids;
  } catch (const SqliteFault& fault) {
    if (fault.primary_code() != SQLITE_ERROR) throw;  // else there is no such table or column
    return std::nullopt;
  }
}

bool has_search_aid_objects(const Database& database) {
  Statement find(database, "SELECT 1 FROM sqlite_master WHERE name = ?1 AND upper(type) = ?2");
  const auto objects = search_aid_objects();
  return std::all_of(objects.begin(), objects.end(), [&](const SchemaObject& object) {
    return find.query(object.name, kind_name(object.kind)).next();
  });
}

}  // namespace mirror
