#pragma once

/// Lets a few callers through at once, in the order in which they came.

#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <stop_token>
#include <utility>

#include "common/base/deadline.h"

namespace mirror {

/// Safe to use from any thread. Outlives its passes.
class Turnstile {
 public:
  explicit Turnstile(std::size_t places) : free_(places) {}

  /// The right to be inside, until it is destroyed.
  class Pass {
   public:
    Pass(Pass&& other) noexcept : turnstile_(std::exchange(other.turnstile_, nullptr)) {}
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
      if (turnstile_ != nullptr) turnstile_->leave();
    }

   private:
    friend class Turnstile;
    explicit Pass(Turnstile& turnstile) : turnstile_(&turnstile) {}
    Turnstile* turnstile_;
  };

  /// Waits for a place. Throws Fault kCancelled or kTimeout, at once when `stop` or `deadline`
  /// comes first; who stood behind moves up.
  Pass enter(base::Deadline deadline, const std::stop_token& stop);

  /// How many wait.
  std::size_t waiting() const;

 private:
  void leave() noexcept;

  mutable std::mutex mutex_;
  std::condition_variable_any moved_;
  struct Waiting {};
  std::list<Waiting> queue_;  ///< the first in front
  std::size_t free_;
};

}  // namespace mirror
