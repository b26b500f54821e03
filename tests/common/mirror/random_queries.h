#pragma once

/// Searches at random, over everything that arXiv's query language has.

#include <cstdint>
#include <string>

#include "common/mirror/reader.h"
#include "tests/common/mirror/random_papers.h"

namespace testing {

struct RandomSearch {
  std::string query;
  std::string category;
  std::string submitted_from;
  std::string submitted_to;
  mirror::SearchRequest::Sort sort = mirror::SearchRequest::Sort::kRelevance;
  bool ascending = false;
  std::int64_t start = 0;
  std::int64_t limit = 10;

  /// To find it again: the query and everything else that is set.
  std::string describe() const;
};

RandomSearch random_search(Random& random);

}  // namespace testing
