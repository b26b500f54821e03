#pragma once

#include <atomic>
#include <chrono>

#include "common/base/deadline.h"

namespace live {

/// Whether a host can be reached at all (decision 48): one that refused a connection or let a
/// request time out counts as down for a while, so that calls which have another answer need not
/// find out again. Any thread may call.
class HostHealth {
 public:
  static constexpr std::chrono::seconds kDownTime{30};

  void note_unreachable() { down_until_ = (Clock::now() + kDownTime).time_since_epoch().count(); }
  void note_answered() { down_until_ = 0; }
  bool is_down() const { return Clock::now().time_since_epoch().count() < down_until_; }

 private:
  using Clock = base::Deadline::Clock;
  std::atomic<Clock::rep> down_until_ = 0;
};

}  // namespace live
