#pragma once

/// What a search has to answer, worked out from the rows themselves by the plainest means.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/mirror/reader.h"
#include "tests/common/mirror/mirror_file.h"

namespace testing {

struct ModelAnswer {
  std::vector<std::string> ids;  ///< of the page, without version
  std::int64_t total = 0;
};

/// `rows` in the order in which they were inserted. A term of the request has to be one word, which
/// is looked for among the blank-separated words of the titles; sorted by relevance it is left out
/// of the model (the order is BM25's).
ModelAnswer model_search(const std::vector<PaperRow>& rows, const mirror::SearchRequest& request);

/// The identifiers of a page, without version.
std::vector<std::string> ids_of(const mirror::SearchPage& page);

}  // namespace testing
