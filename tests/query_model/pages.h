#pragma once

/// Which documents a query finds, in the order of a date, page by page.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/query_model/query.h"

namespace query_model {

/// Places of the documents that match, ascending.
std::vector<std::size_t> select(const Query& query, std::span<const Document> documents);

enum class Date { kPublished, kUpdated };
enum class Ties { kPlace, kIdentifier };  ///< ascending either way

void sort_by_date(std::vector<std::size_t>& places, std::span<const Document> documents, Date date,
                  bool ascending, Ties ties = Ties::kPlace);

/// The identifiers on the page that begins at `start`.
std::vector<std::string> page(const std::vector<std::size_t>& places,
                              std::span<const Document> documents, std::size_t start,
                              std::size_t limit);

}  // namespace query_model
