#pragma once

/// SIGINT and SIGTERM as a stop request.

#include <atomic>
#include <stop_token>
#include <thread>

#include "common/base/unique_fd.h"

namespace harvest {

/// While it lives, the first SIGINT or SIGTERM requests a stop. Made before any other thread, so
/// that all of them leave the two signals to it; they stay blocked afterwards. Throws
/// std::system_error.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// The signal that came, or 0.
  int received() const { return received_; }

 private:
  void watch();

  base::UniqueFd signals_;
  base::UniqueFd quit_;
  std::stop_source source_;
  std::atomic<int> received_ = 0;
  std::thread thread_;
};

}  // namespace harvest
