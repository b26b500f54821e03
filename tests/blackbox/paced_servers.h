#pragma once

/// Several servers without a mirror whose look-ups all go to one local arXiv, and what its log must
/// show of them.

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// One request of the log.
struct PacedRequest {
  int server;  ///< that sent it
  int call;    ///< of that server, from 1
  long long begin_ms;
  long long end_ms;
  int status;
};

class PacedServers {
 public:
  using Log = std::vector<PacedRequest>;

  PacedServers(int count, std::chrono::milliseconds delay) : delay_(delay) {
    for (int server = 0; server < count; ++server)
      start();
  }

  /// One more server; its number, at most 89.
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
    if (waits_from_.count(server) == 0) waits_from_[server] = static_cast<int>(log().size());
    for (int number = 0; number < count; ++number) {
      const std::string id = std::to_string(kFirst + server * kCallsEach + ++asked_[server]);
      calls_of(server).push_back(client_of(server).send_call(
          "arxiv_get_metadata", "{\"paper_ids\":[\"2401." + id + "\"]}"));
    }
  }

  /// Sends as many as make `count` of them unanswered.
  void keep_in_flight(int server, int count) {
    client_of(server).request("ping");  // what came before its answer has been read then
    const auto open =
        std::count_if(calls_of(server).begin(), calls_of(server).end(),
                      [&](std::int64_t call) { return !client_of(server).has_response(call); });
    look_up(server, count - static_cast<int>(open));
  }

  /// Waits for every call of `server`; how many were throttled.
  int settle(int server, base::Deadline deadline = patience()) {
    int throttled = 0;
    for (const std::int64_t call : calls_of(server)) {
      throttled += client_of(server).wait_for_call(call, deadline).reason() == "rate_limited";
    }
    calls_of(server).clear();
    return throttled;
  }
  /// Calls that were sent by `server`.
  int asked(int server) const { return asked_.at(server); }

  /// kill -9; what it had asked for is forgotten.
  void kill(int server) {
    killed_.insert(server);
    client_of(server).process().send_signal(9);
    client_of(server).process().wait();
    calls_of(server).clear();
  }

  Log log() const {
    constexpr std::string_view kStart = "id_list=2401.";
    Log requests;
    for (const LoggedRequest& request : arxiv.log()) {
      const std::size_t at = request.target.find(kStart);
      if (at == std::string::npos) throw std::runtime_error("unexpected " + request.target);
      const int number = std::stoi(request.target.substr(at + kStart.size(), 5)) - kFirst;
      requests.push_back({number / kCallsEach, number % kCallsEach, request.begin_ms,
                          request.end_ms, request.status});
    }
    return requests;
  }

  /// The shortest time from one request's end to the next one's begin. Of one that its server's
  /// death may have cut short it counts from the begin: the end is when somebody noticed.
  long long shortest_pause(const Log& log) const {
    long long shortest = 1'000'000;
    for (std::size_t at = 1; at < log.size(); ++at) {
      const PacedRequest& before = log[at - 1];
      const long long end = is_cut_short(log, at - 1) ? before.begin_ms : before.end_ms;
      shortest = std::min(shortest, log[at].begin_ms - end);
    }
    return shortest;
  }

  /// The shortest time from a throttle to the next request of anybody.
  long long shortest_cooldown(const Log& log) const {
    long long shortest = 1'000'000;
    for (std::size_t at = 0; at + 1 < log.size(); ++at) {
      if (log[at].status != 429 || is_cut_short(log, at)) continue;
      shortest = std::min(shortest, log[at + 1].begin_ms - log[at].end_ms);
    }
    return shortest;
  }

  /// The most requests of others between a server's wish for a turn and its turn. Each has wished
  /// for the next one when it had one, and for its first one when it was first asked.
  int longest_wait(const Log& log) const {
    std::map<int, int> since = waits_from_;
    int longest = 0;
    for (int at = 0; at < static_cast<int>(log.size()); ++at) {
      const int server = log[static_cast<std::size_t>(at)].server;
      longest = std::max(longest, at - since.at(server));
      since[server] = at + 1;
    }
    return longest;
  }

  /// The requests of `server`, of which none may be sent twice.
  static int count_of(const Log& log, int server) {
    std::set<int> calls;
    for (const PacedRequest& request : log) {
      if (request.server != server) continue;
      if (!calls.insert(request.call).second) throw std::runtime_error("a call was sent twice");
    }
    return static_cast<int>(calls.size());
  }

  StandinProcess arxiv{{"--generate", "1"}};
  TempDir runtime;
  std::vector<std::unique_ptr<McpClient>> clients;

 private:
  static constexpr int kFirst = 10'000;
  static constexpr int kCallsEach = 1'000;

  McpClient& client_of(int server) { return *clients[static_cast<std::size_t>(server)]; }
  std::vector<std::int64_t>& calls_of(int server) {
    return calls_[static_cast<std::size_t>(server)];
  }
  /// Whether request `at` is the last one of a server that was killed.
  bool is_cut_short(const Log& log, std::size_t at) const {
    const int server = log[at].server;
    return killed_.count(server) > 0 &&
           std::none_of(log.begin() + static_cast<std::ptrdiff_t>(at) + 1, log.end(),
                        [&](const PacedRequest& later) { return later.server == server; });
  }

  std::chrono::milliseconds delay_;
  std::vector<std::vector<std::int64_t>> calls_;
  std::map<int, int> asked_;
  std::map<int, int> waits_from_;  ///< requests that the log held when a server was first asked
  std::set<int> killed_;
};

}  // namespace testing
