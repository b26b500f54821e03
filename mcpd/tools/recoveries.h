#pragma once

/// What a caller can do about each reason, for the tools and resources that can fail with it.

#include <vector>

#include "mcpd/mcp/registry.h"

namespace tools {

/// For everything that looks papers up by identifier.
std::vector<mcp::Recovery> lookup_recoveries();
std::vector<mcp::Recovery> search_recoveries();
std::vector<mcp::Recovery> read_recoveries();

}  // namespace tools
