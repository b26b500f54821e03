#pragma once

/// What the stand-in was asked, for tests and for whoever watches it.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/deadline.h"

namespace standin {

/// Any thread may call. Times are milliseconds since the log was made.
class RequestLog {
 public:
  enum class State { kBegun, kEnded };

  /// `file` receives each request's line when it has ended; empty: none. Throws
  /// std::runtime_error when it cannot be written.
  explicit RequestLog(const std::string& file = "");

  /// Notes a request that came in and returns its number.
  std::size_t begin(std::string_view method, std::string_view target, std::string_view user_agent);
  /// The status that is about to be sent.
  void answered(std::size_t number, int status);
  /// The last bytes of the answer are about to be sent: what counts as the request's end, which a
  /// client may know of sooner than this side has time to note it.
  void ending(std::size_t number);
  /// The request is over, whole or broken off.
  void end(std::size_t number);

  /// One JSON object a line, oldest first: method, target, user_agent, status (0: none yet),
  /// begin_ms, end_ms (-1: still open).
  std::string lines() const;
  /// Waits until `count` requests whose target begins with `prefix` have reached `state`; false at
  /// the deadline or once the log is closed.
  bool wait(State state, std::string_view prefix, std::size_t count, base::Deadline deadline);
  /// Ends every wait.
  void close();

 private:
  struct Entry {
    std::string method;
    std::string target;
    std::string user_agent;
    int status = 0;
    long long begin_ms = 0;
    long long end_ms = -1;
    long long last_bytes_ms = -1;
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  long long now_ms() const;
  static std::string line(const Entry& entry);
  std::size_t reached(State state, std::string_view prefix) const;

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::unique_ptr<std::FILE, CloseFile> file_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> entries_;
  bool closed_ = false;
};

}  // namespace standin
