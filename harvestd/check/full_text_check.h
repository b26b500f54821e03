#pragma once

/// Whether the full-text index says what the papers say. FTS5's own check is an INSERT, which a
/// query-only connection may not make and a harvest would have to wait for; these read.

#include <string>
#include <vector>

#include "common/mirror/sqlite.h"

namespace mirror {

/// What is wrong with papers_fts as far as a look at its ends can tell: a handful of lookups.
/// Throws SqliteFault for what cannot be read.
std::vector<std::string> look_at_full_text(const Database& database);

/// The same after reading all of the index and all of the papers: every token in its paper, column
/// and place, the size of every paper, the totals, and the pages by which a search finds a word.
std::vector<std::string> check_full_text(const Database& database);

}  // namespace mirror
