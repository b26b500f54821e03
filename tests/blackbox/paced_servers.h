#pragma once

/// Several servers without a mirror whose look-ups all go to one local arXiv, and what its log must
/// show of them.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// One request of the log.
struct PacedRequest {
  int server;  ///< that sent it
  long long begin_ms;
  long long end_ms;
  int status;
};

class PacedServers {
 public:
  PacedServers(int count, std::chrono::milliseconds delay) : delay_(delay) {
    for (int server = 0; server < count; ++server)
      start();
  }

  /// One more server; its number.
  int start() {
    Command command{{program("mcpd")}};
    command.environment = {{"ARXIV_MIRROR_ENABLED", "false"},
                           {"ARXIV_API_BASE_URL", arxiv.base_url() + "/api"},
                           {"ARXIV_REQUEST_DELAY_MS", std::to_string(delay_.count())},
                           {"ARXIV_API_RETRY_DELAY_MS", "1"},
                           {"XDG_RUNTIME_DIR", runtime.path().string()}};
    clients.push_back(std::make_unique<McpClient>(command));
    clients.back()->open();
    calls_.emplace_back();
    return static_cast<int>(clients.size()) - 1;
  }

  /// Sends look-ups of papers that nobody else asks for.
  void look_up(int server, int count) {
    const auto at = static_cast<std::size_t>(server);
    for (int number = 0; number < count; ++number) {
      const std::string id = "2401." + std::to_string(10'000 + server * 1000 + ++asked_[server]);
      calls_[at].push_back(
          clients[at]->send_call("arxiv_get_metadata", "{\"paper_ids\":[\"" + id + "\"]}"));
    }
  }

  /// Waits for every call of `server`; how many were throttled.
  int settle(int server, base::Deadline deadline = patience()) {
    const auto at = static_cast<std::size_t>(server);
    int throttled = 0;
    for (const std::int64_t call : calls_[at])
      throttled += clients[at]->wait_for_call(call, deadline).reason() == "rate_limited" ? 1 : 0;
    calls_[at].clear();
    return throttled;
  }

  /// kill -9; what it had asked for is forgotten.
  void kill(int server) {
    const auto at = static_cast<std::size_t>(server);
    killed_.insert(server);
    clients[at]->process().send_signal(9);
    clients[at]->process().wait();
    calls_[at].clear();
  }

  std::vector<PacedRequest> log() const {
    constexpr std::string_view kStart = "id_list=2401.";
    std::vector<PacedRequest> requests;
    for (const LoggedRequest& request : arxiv.log()) {
      const std::size_t at = request.target.find(kStart);
      if (at == std::string::npos) throw std::runtime_error("unexpected " + request.target);
      const int number = std::stoi(request.target.substr(at + kStart.size(), 5)) - 10'000;
      requests.push_back({number / 1000, request.begin_ms, request.end_ms, request.status});
    }
    return requests;
  }

  /// The shortest time from one request's end to the next one's begin. Of a server that was killed
  /// it counts from the begin: the end is noted when the connection's end is noticed.
  long long shortest_pause(const std::vector<PacedRequest>& log) const {
    long long shortest = 1'000'000;
    for (std::size_t at = 1; at < log.size(); ++at) {
      const PacedRequest& before = log[at - 1];
      const long long end = killed_.count(before.server) > 0 ? before.begin_ms : before.end_ms;
      shortest = std::min(shortest, log[at].begin_ms - end);
    }
    return shortest;
  }

  /// The most requests of others between two of one server, of those that `log` shows.
  static int longest_wait(const std::vector<PacedRequest>& log) {
    std::map<int, int> last;
    int longest = 0;
    for (int at = 0; at < static_cast<int>(log.size()); ++at) {
      const int server = log[static_cast<std::size_t>(at)].server;
      if (last.count(server) > 0) longest = std::max(longest, at - last[server] - 1);
      last[server] = at;
    }
    return longest;
  }

  StandinProcess arxiv{{"--generate", "1"}};
  TempDir runtime;
  std::vector<std::unique_ptr<McpClient>> clients;

 private:
  std::chrono::milliseconds delay_;
  std::vector<std::vector<std::int64_t>> calls_;
  std::map<int, int> asked_;
  std::set<int> killed_;
};

}  // namespace testing
