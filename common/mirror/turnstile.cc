#include "common/mirror/turnstile.h"

#include <chrono>

#include "common/base/fault.h"

namespace mirror {

Turnstile::Pass Turnstile::enter(base::Deadline deadline, const std::stop_token& stop) {
  const auto begun = base::Deadline::Clock::now();
  std::unique_lock lock(mutex_);
  const auto place = queue_.insert(queue_.end(), Waiting());
  const auto admitted = [&] { return free_ > 0 && queue_.begin() == place; };
  const bool in_time = moved_.wait_until(lock, stop, deadline.when(), admitted);
  queue_.erase(place);
  if (in_time && !stop.stop_requested()) {
    --free_;
    if (free_ > 0) moved_.notify_all();
    return Pass(*this);
  }
  moved_.notify_all();
  if (stop.stop_requested()) throw base::cancelled();
  const auto spent = base::Deadline::Clock::now() - begun;
  throw base::timed_out("The wait for other searches in the mirror",
                        std::chrono::ceil<std::chrono::milliseconds>(spent).count());
}

std::size_t Turnstile::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Turnstile::leave() noexcept {
  const std::lock_guard lock(mutex_);
  ++free_;
  moved_.notify_all();
}

}  // namespace mirror
