#pragma once

/// One program that this one has started.

#include <optional>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <vector>

#include "common/base/deadline.h"
#include "common/base/unique_fd.h"

namespace base {

/// Descriptors that become the child's standard streams; without one it has /dev/null.
struct ChildStreams {
  int in = -1;
  int out = -1;
  int error = -1;
};

/// Use from one thread. Its end kills a child that still runs, and reaps it.
class ChildProcess {
 public:
  /// Starts `arguments`, the program's path first, with this process's environment and default
  /// signals; no other descriptor is passed on that is not close-on-exec already. Throws
  /// std::system_error.
  ChildProcess(std::vector<std::string> arguments, const ChildStreams& streams);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void send(int signal) const;
  /// Its exit status, or 128 + signal number, once it has ended; nothing when `deadline` came
  /// first. Throws Fault kCancelled after a stop request.
  std::optional<int> wait(Deadline deadline, const std::stop_token& stop);
  /// Lets it go on by itself: from here on it is neither waited for nor killed.
  void abandon() { pid_ = -1; }

 private:
  int reap();

  pid_t pid_ = -1;
  UniqueFd ended_;  // readable then
  std::optional<int> status_;
};

}  // namespace base
