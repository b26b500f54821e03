#pragma once

#include <string>
#include <string_view>

namespace testing {

/// Why `line` is not one JSON-RPC message, or an array of such, as a server may write it; empty
/// when it is.
std::string rpc_problem(std::string_view line);

}  // namespace testing
