#pragma once

#include <chrono>
#include <poll.h>
#include <stop_token>

#include "common/base/deadline.h"
#include "common/base/unique_fd.h"

namespace base {

/// Waits for a descriptor or for a stop request, whichever comes first. One thread at a time.
class StopPoll {
 public:
  /// Throws std::system_error when the system has no descriptor left.
  explicit StopPoll(const std::stop_token& stop);

  /// Until `fd` is ready for `events` (POLLIN, POLLOUT) or has failed: true then, false when
  /// `deadline` came first. Throws Fault kCancelled after a stop request.
  bool wait(int fd, short events, Deadline deadline = Deadline::never()) const;
  /// For what no descriptor tells; throws likewise.
  void pause(std::chrono::milliseconds time) const;

 private:
  struct Wake {
    int fd;
    void operator()() const;
  };
  UniqueFd wake_;
  std::stop_callback<Wake> callback_;
};

}  // namespace base
