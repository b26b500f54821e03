#pragma once

/// The local arXiv (tests/standin) as a child of a test.

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/process.h"

namespace testing {

/// One request the stand-in saw. Times are milliseconds since its start.
struct LoggedRequest {
  std::string method;
  std::string target;  ///< path and query as they came
  std::string user_agent;
  int status = 0;  ///< 0 while it has not been answered
  long long begin_ms = 0;
  long long end_ms = -1;  ///< -1 while it is open
};

/// Starts `standin` on a free port of 127.0.0.1 and stops it at the end. Requests under /control
/// are not logged and meet no faults.
class StandinProcess {
 public:
  /// `arguments` as `standin --help` tells: {"--generate", "500", "--seed", "7"}.
  explicit StandinProcess(const std::vector<std::string>& arguments);

  const std::string& base_url() const { return base_url_; }
  std::string oai_url() const { return base_url_ + "/oai"; }
  std::string api_url() const { return base_url_ + "/api/query"; }

  /// Adds a fault rule, such as "path=/api;count=1;stall-before-headers" (grammar:
  /// tests/standin/faults.h).
  void fault(std::string_view rule) const;
  /// Removes every fault rule and releases what is stalled.
  void clear_faults() const;
  /// Lets every stalled request go on.
  void release() const;
  /// Record `index` of the corpus is modified now, or at the instant `at`
  /// (`2026-01-31T12:00:00Z`): its datestamp becomes that day's and it moves to its new place in
  /// the list.
  void modify(std::size_t index, std::string_view at = "") const;

  /// Every request so far, oldest first.
  std::vector<LoggedRequest> log() const;
  /// Returns once `count` requests whose target begins with `prefix` have come in; throws
  /// std::runtime_error at `deadline`.
  void wait_for_requests(std::string_view prefix, std::size_t count,
                         base::Deadline deadline = patience()) const;
  /// The same for requests that have ended, answered or given up by the client.
  void wait_for_ends(std::string_view prefix, std::size_t count,
                     base::Deadline deadline = patience()) const;

  Process& process() { return process_; }

 private:
  std::string control(const std::string& target, base::Deadline deadline = patience()) const;

  Process process_;
  std::string base_url_;
};

}  // namespace testing
