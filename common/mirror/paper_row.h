#pragma once

/// A row of `papers` as a client sees the paper (contract 1.0, decisions 6 and 26).

#include <optional>
#include <string>
#include <string_view>

#include "common/mirror/reader.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// Reads the row `rows` stands on: id, version, title, authors, abstract, primary_category,
/// categories, published, updated, comment, journal_ref, doi, in that order.
StoredPaper paper_of_row(const Rows& rows);

/// `2024-01-22T18:59:01.000Z` without its fraction; any other text as it is.
std::string shown_date(std::string_view stored);

/// What comment, journal_ref and doi are: nothing, which is NULL, rather than empty.
std::optional<std::string> unless_empty(std::string_view text);

}  // namespace mirror
