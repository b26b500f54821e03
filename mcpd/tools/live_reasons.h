#pragma once

#include <string_view>

#include "common/arxiv/query.h"

namespace tools {

/// How an agent says a query so that the mirror can follow it.
std::string_view rephrasing(arxiv::LiveRouteReason reason);

}  // namespace tools
