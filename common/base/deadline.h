#pragma once

/// Bounds for everything that can wait. A call that waits takes both a Deadline and a
/// std::stop_token and ends at once when either fires; nothing waits without them.

#include <algorithm>
#include <chrono>
#include <stop_token>

namespace base {

/// A point on the steady clock, or never. A value; safe to copy between threads.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  static Deadline never() { return Deadline(Clock::time_point::max()); }
  static Deadline at(Clock::time_point when) { return Deadline(when); }
  /// A span beyond the clock's range means never; a negative one has passed.
  static Deadline after(std::chrono::milliseconds span) {
    const Clock::time_point now = Clock::now();
    const auto room = std::chrono::floor<std::chrono::milliseconds>(Clock::time_point::max() - now);
    return span < room ? Deadline(now + std::max(span, std::chrono::milliseconds(0))) : never();
  }

  bool is_never() const { return when_ == Clock::time_point::max(); }
  bool expired() const { return !is_never() && Clock::now() >= when_; }
  Clock::time_point when() const { return when_; }
  /// What is left, never negative; a very long span when there is no deadline.
  std::chrono::milliseconds remaining() const {
    if (is_never()) return std::chrono::hours(24 * 365);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when_ - Clock::now());
    return std::max(left, std::chrono::milliseconds(0));
  }
  Deadline earlier_of(Deadline other) const { return Deadline(std::min(when_, other.when_)); }

 private:
  explicit Deadline(Clock::time_point when) : when_(when) {}
  Clock::time_point when_;
};

/// Waits until `until`. Returns true when the time came, false when `stop` was requested first.
bool wait_until(Deadline until, const std::stop_token& stop);

}  // namespace base
