#pragma once

#include <chrono>
#include <mutex>
#include <stop_token>

#include "common/base/deadline.h"

namespace live {

/// Whether a host can be reached at all (decision 48): one that refused a connection or let a
/// request time out counts as down for a while, so that calls which have another answer need not
/// find out again. Any thread may call.
class HostHealth {
 public:
  static constexpr std::chrono::seconds kDownTime{30};

  void note_unreachable();
  void note_answered();
  bool is_down() const;

  /// Requested as soon as the host counts as down; at once when it does. For one wait.
  std::stop_token down();

 private:
  using Clock = base::Deadline::Clock;
  bool is_down_now() const { return Clock::now() < down_until_; }

  mutable std::mutex mutex_;
  Clock::time_point down_until_ = Clock::time_point::min();
  std::stop_source went_down_;
};

}  // namespace live
