#pragma once

/// Making the search aids (decision 30, schema.h) for the papers that a file has.

#include "common/mirror/sqlite.h"
#include "harvestd/writer/fill_plan.h"

namespace mirror {

/// Makes and fills what a file without search aids, with those of another version or with
/// half-filled ones lacks; nothing to do in any other, and that takes no time. The triggers that
/// keep the aids come first and the stamp that readers go by last, so that the papers may change
/// in between. True when they are whole; false when plan.end came first. Throws as commit_step()
/// does; what was committed stays, and the next call goes on behind it.
bool fill_search_aids(Database& database, const FillPlan& plan);

/// Takes all of them out of the file, whatever stands under their names. Within the caller's
/// transaction.
void drop_search_aids(Database& database);

}  // namespace mirror
