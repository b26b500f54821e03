#include "mcpd/live/host_health.h"

namespace live {

void HostHealth::note_unreachable() {
  std::stop_source went_down;
  {
    const std::lock_guard lock(mutex_);
    down_until_ = Clock::now() + kDownTime;
    went_down = went_down_;
  }
  went_down.request_stop();  // runs what waits for it, so without the lock
}

void HostHealth::note_answered() {
  const std::lock_guard lock(mutex_);
  down_until_ = Clock::time_point::min();
}

bool HostHealth::is_down() const {
  const std::lock_guard lock(mutex_);
  return is_down_now();
}

std::stop_token HostHealth::down() {
  const std::lock_guard lock(mutex_);
  if (!is_down_now() && went_down_.stop_requested()) went_down_ = std::stop_source();
  return went_down_.get_token();
}

}  // namespace live
