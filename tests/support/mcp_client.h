#pragma once

/// An MCP client over the pipes of a child server, as small as tests, the demo and the benchmarks
/// need it. A wait that passes its deadline, and a line on stdout that is no JSON-RPC message,
/// throw std::runtime_error.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/json.h"
#include "tests/support/process.h"

namespace testing {

/// A tool's answer taken apart.
struct ToolAnswer {
  bool is_error = false;
  std::vector<std::string> texts;
  json::Document structured;

  /// All text blocks, one behind the other.
  std::string text() const;
  /// `error.data.reason` of a failure; empty when there is none.
  std::string reason() const;
  /// `error.code` of a failure; 0 for a success.
  std::int64_t code() const;
};

/// A server as a child program. Answers may come in any order; each is kept until it is waited
/// for. Use from one thread.
class McpClient {
 public:
  using Milliseconds = std::chrono::duration<double, std::milli>;

  explicit McpClient(const Command& command);

  /// initialize with revision 2025-11-25, then notifications/initialized; the server's answer.
  json::Document open();
  /// From here on every request is one of revision 2026-07-28, which needs no opening.
  void be_modern() { modern_ = true; }

  // ---- One request at a time. `params` and `arguments` are one JSON object.

  /// Sends and waits: the result. Throws std::runtime_error holding the answer when it is an error.
  json::Document request(std::string_view method, std::string_view params = "{}");
  /// The same, but the whole response, whether a result or an error.
  json::Document respond(std::string_view method, std::string_view params = "{}");
  /// tools/call; the structured content. Throws as request() does, also when the tool failed.
  json::Document call(std::string_view tool, std::string_view arguments);
  /// tools/call; the answer, also when the tool failed.
  ToolAnswer call_tool(std::string_view tool, std::string_view arguments = "{}");
  /// From the last of these requests being written to its answer being read.
  Milliseconds latency() const { return latency_; }

  // ---- Several at a time

  /// Sends a request and returns its id.
  std::int64_t send(std::string_view method, std::string_view params = "{}");
  std::int64_t send_call(std::string_view tool, std::string_view arguments = "{}");
  void notify(std::string_view method, std::string_view params = "{}");
  /// The whole response to request `id`.
  json::Document wait_for(std::int64_t id, base::Deadline deadline = patience());
  ToolAnswer wait_for_call(std::int64_t id, base::Deadline deadline = patience());
  /// True when the response to `id` has been read and not been waited for.
  bool has_response(std::int64_t id) const { return responses_.count(id) > 0; }
  /// Notifications read so far, oldest first.
  const std::vector<json::Document>& notifications() const { return notifications_; }

  Process& process() { return process_; }

 private:
  void read_message(base::Deadline deadline);

  Process process_;
  bool modern_ = false;
  std::int64_t last_id_ = 0;
  Milliseconds latency_{};
  std::map<std::int64_t, json::Document> responses_;
  std::vector<json::Document> notifications_;
};

}  // namespace testing
