#include "mcpd/live/throttle.h"

#include <algorithm>

#include "common/base/clock.h"
#include "common/http/client.h"
#include "mcpd/live/fault_facts.h"

namespace live {

using std::chrono::milliseconds;
using std::chrono::seconds;

milliseconds cooldown_after(int consecutive, std::optional<milliseconds> retry_after) {
  constexpr milliseconds kFirst = seconds(5);
  constexpr milliseconds kLongest = seconds(30);
  constexpr int kDoublings = 3;  // past the cap
  const milliseconds adaptive = kFirst * (1 << std::clamp(consecutive - 1, 0, kDoublings));
  return std::min(std::max(adaptive, retry_after.value_or(adaptive)), kLongest);
}

Throttle::Applied Throttle::note_throttled(std::string_view retry_after) {
  const auto now = std::chrono::floor<seconds>(base::wall_now());
  const std::lock_guard lock(mutex_);
  ++consecutive_;
  const milliseconds cooldown =
      cooldown_after(consecutive_, http::parse_retry_after(retry_after, now));
  pacer_.cool_down(cooldown);
  return {cooldown, consecutive_};
}

void Throttle::note_answered() {
  const std::lock_guard lock(mutex_);
  consecutive_ = 0;
}

base::Fault with_cooldown(const base::Fault& fault, Throttle& throttle) {
  const Throttle::Applied applied = throttle.note_throttled(text_in(fault, "retryAfter"));
  const std::int64_t cooldown = applied.cooldown.count();
  return extended(fault, " The next request to it waits " + std::to_string(cooldown) + " ms.")
      .with("cooldownAppliedMs", cooldown)
      .with("consecutiveRateLimits", std::int64_t{applied.consecutive});
}

}  // namespace live
