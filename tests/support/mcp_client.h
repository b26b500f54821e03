#pragma once

/// An MCP client of the initialize era, as small as a test, the demo and the benchmark need: one
/// request at a time.

#include <chrono>
#include <cstdint>
#include <string_view>

#include "common/base/json.h"
#include "tests/support/process.h"

namespace testing {

/// A server as a child program, spoken to over its pipes. Whatever the server sends that answers
/// no request is passed over. Use from one thread; every wait ends at patience().
class McpClient {
 public:
  using Milliseconds = std::chrono::duration<double, std::milli>;

  explicit McpClient(const Command& command);

  /// initialize with revision 2025-11-25, then notifications/initialized; the server's answer.
  json::Document open();

  /// Sends `method` with `params`, one JSON object, and waits: the result. Throws
  /// std::runtime_error holding the line when the server answers with an error.
  json::Document request(std::string_view method, std::string_view params = "{}");

  /// tools/call; the structured content. Throws as request() does, also when the tool failed.
  json::Document call(std::string_view tool, std::string_view arguments);

  /// From the last request being written to its answer being read.
  Milliseconds latency() const { return latency_; }
  Process& process() { return process_; }

 private:
  json::Document answer(std::int64_t id);

  Process process_;
  std::int64_t last_id_ = 0;
  Milliseconds latency_{};
};

}  // namespace testing
