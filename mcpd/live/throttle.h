#pragma once

/// What follows when arXiv asks for patience (contract 4.3): nothing is sent for a while, longer
/// each time in a row.

#include <chrono>
#include <mutex>
#include <optional>
#include <string_view>

#include "common/base/fault.h"
#include "common/pacing/pacer.h"

namespace live {

/// The pause after the `consecutive`-th throttle in a row, counted from 1; a Retry-After can make
/// it longer, up to the same cap.
std::chrono::milliseconds cooldown_after(int consecutive,
                                         std::optional<std::chrono::milliseconds> retry_after);

/// Counts throttles in a row and sets their cooldown. Any thread may call.
class Throttle {
 public:
  /// `pacer` outlives this.
  explicit Throttle(pacing::Pacer& pacer) : pacer_(pacer) {}

  struct Applied {
    std::chrono::milliseconds cooldown;
    int consecutive;
  };
  /// arXiv has throttled a request; `retry_after` is the header's text, or empty.
  Applied note_throttled(std::string_view retry_after);
  /// arXiv has given an answer that can be used.
  void note_answered();

 private:
  pacing::Pacer& pacer_;
  std::mutex mutex_;
  int consecutive_ = 0;
};

/// `fault`, which tells of a throttle (kRateLimited, with `retryAfter` where it had one), noted by
/// `throttle`: with the cooldown in its message and as `cooldownAppliedMs`, and
/// `consecutiveRateLimits`.
base::Fault with_cooldown(const base::Fault& fault, Throttle& throttle);

}  // namespace live
