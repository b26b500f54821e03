#pragma once

#include "mcpd/mcp/registry.h"

namespace testing {

/// A call of which nobody listens to logs or progress.
inline mcp::Call quiet_call() {
  mcp::Call call;
  call.request_id = "test";
  call.log = [](base::Level, std::string_view) {};
  call.progress = [](double, std::optional<double>, std::string_view) {};
  return call;
}

}  // namespace testing
