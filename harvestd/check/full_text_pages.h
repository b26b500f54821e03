#pragma once

/// The parts of FTS5's own format (its version 4) that no SQL function reads.

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/mirror/sqlite.h"

namespace mirror {

/// The numbers of a record of papers_fts_docsize or of the totals: each in one to nine bytes, high
/// bits first (SQLite's varint). What breaks off at the end is left out.
std::vector<std::uint64_t> full_text_numbers(std::string_view record);

/// True when papers_fts_idx leads each of its words to a page that begins with that word, in a
/// segment of the index. A search for a word starts there.
bool full_text_pages_agree(const Database& database);

}  // namespace mirror
