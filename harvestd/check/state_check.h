#pragma once

/// Whether schema_version and harvest_state say what a writer may have written (contract 9.1, 9.6),
/// and the statements that put something true in place of what it may not.

#include <cstdint>
#include <vector>

#include "common/base/clock.h"
#include "common/mirror/sqlite.h"
#include "harvestd/check/report.h"

namespace mirror {

/// Of a file that records `version`, which is not newer than this program's. Throws SqliteFault.
std::vector<Defect> version_defects(const Database& database, std::int64_t version);

/// One defect for each value that cannot be right at `now`. Reads one row. Throws SqliteFault, also
/// where the table is of another shape.
std::vector<Defect> state_defects(const Database& database, base::WallTime now);

/// The defect of a complete state whose total_records is not the number of `papers`; none for any
/// other state.
std::vector<Defect> total_defects(const HarvestState& state, std::int64_t papers);

}  // namespace mirror
