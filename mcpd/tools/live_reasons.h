#pragma once

#include <string_view>

#include "common/arxiv/query.h"

namespace tools {

/// What the query does that the mirror cannot follow faithfully, and how to say it otherwise.
struct LiveReasonText {
  std::string_view what;
  std::string_view instead;
};

LiveReasonText describe(arxiv::LiveRouteReason reason);

}  // namespace tools
