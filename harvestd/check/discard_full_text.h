#pragma once

#include "common/mirror/sqlite.h"

namespace mirror {

/// Takes the full-text index with its view and triggers out of the file, also where it is in such a
/// state that FTS5 refuses to drop it. Within the caller's transaction, which lets the next writer
/// make it anew (kRebuildFullText). Throws SqliteFault where the file itself is damaged.
void discard_full_text(Database& database);

}  // namespace mirror
