#pragma once

/// A Server in the test's own process, driven line by line.

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/json.h"
#include "mcpd/mcp/server.h"
#include "tests/mcpd/sample_registry.h"

namespace testing {

class Session {
 public:
  explicit Session(const mcp::Registry& registry, const mcp::ServerLimits& limits = {},
                   base::Log log = base::Log::none());

  /// Hands `line` to the server and takes what it sends at once.
  void send(std::string_view line);
  /// initialize with `revision` and notifications/initialized; the answer is taken away.
  void open(std::string_view revision = "2025-11-25");

  /// The next line from the server; waits for calls that run. Nothing when none runs and nothing
  /// was sent, or when it takes longer than the tests' patience.
  std::optional<std::string> next();
  /// next() as JSON; throws std::runtime_error when there is none.
  json::Document next_json();
  /// Waits until no call runs any more; then whether nothing is left that was sent.
  bool quiet();

  mcp::Server& server() { return server_; }

 private:
  struct Sent {
    std::string line;
    std::stop_token withdrawn;
  };
  /// Settles until there is a line or no call runs; false when patience ends.
  bool settle();

  base::Log log_;
  std::deque<Sent> sent_;
  mcp::Server server_;
};

}  // namespace testing
