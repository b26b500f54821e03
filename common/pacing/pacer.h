#pragma once

/// Turns at a host of arXiv's, which wants to be asked by one client at a time with a pause between
/// requests (contract 4.2, decision 42). Knows nothing of what is sent; whoever sends a request to
/// such a host takes a turn first and holds it until the answer's last byte.

#include <chrono>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "common/base/deadline.h"

namespace pacing {

/// One host's rule.
struct Slot {
  std::string name;                   ///< of the host, for messages: `API`, `OAI`
  std::chrono::milliseconds delay{};  ///< from a request's end to the next one's start
};

class Pacer;

/// The right to send one request. Its end is the request's end, however that went. It must not
/// outlive its Pacer.
class Turn {
 public:
  Turn(Turn&& other) noexcept : pacer_(std::exchange(other.pacer_, nullptr)) {}
  Turn& operator=(Turn&&) = delete;
  ~Turn();

 private:
  friend class Pacer;
  explicit Turn(Pacer& pacer) : pacer_(&pacer) {}
  Pacer* pacer_;
};

/// Gives out the turns of one slot, in the order in which they were asked for. Any thread may call.
class Pacer {
 public:
  explicit Pacer(Slot slot);
  ~Pacer();
  Pacer(const Pacer&) = delete;
  Pacer& operator=(const Pacer&) = delete;

  /// Waits until no other turn is open, the delay after the last one's end is over and no cooldown
  /// runs. Throws Fault kCancelled or kTimeout as soon as `stop` or `deadline` fires; who gives up
  /// costs the others neither a turn nor a delay.
  Turn take_turn(base::Deadline deadline, const std::stop_token& stop);

  /// No turn begins before `span` from now. A cooldown that ends later stays as it is.
  void cool_down(std::chrono::milliseconds span);

  /// How many wait for a turn in this process.
  std::size_t waiting() const;

 private:
  friend class Turn;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pacing
