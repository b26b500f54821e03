#pragma once

#include "tests/query_model/query.h"

namespace testing {

/// True when a mirror can answer `query` as arXiv would (contract 7.3 and 7.4), depth aside.
bool mirror_answers(const query_model::Query& query);

/// Compounds inside one another.
std::size_t depth(const query_model::Query& query);

}  // namespace testing
