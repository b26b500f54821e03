#pragma once

/// Whether the search aids (decision 30, schema.h) are what the papers ask for.

#include <string_view>
#include <vector>

#include "common/mirror/sqlite.h"
#include "harvestd/check/report.h"

namespace mirror {

/// Without its stamp nobody believes the aids, and the next writer makes them anew.
inline constexpr std::string_view kRemakeSearchAids = "DROP TABLE IF EXISTS search_aids";

/// What is wrong with aids that readers believe; nothing in a file without such. `quick` looks at
/// the objects alone, else both tables are read from end to end. Throws SqliteFault.
std::vector<Defect> search_aid_defects(const Database& database, bool quick);

/// True where `object` is one of the aids'.
bool is_search_aid(std::string_view object);

}  // namespace mirror
