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
#include <vector>

#include "common/base/deadline.h"
#include "common/base/log.h"

namespace pacing {

/// One host's rule.
struct Slot {
  std::string name;                   ///< of the host, for messages: `API`, `OAI`
  std::chrono::milliseconds delay{};  ///< from a request's end to the next one's start
  std::string base_url = {};          ///< whose host it is
  /// Where the processes of the user agree, the best place first (base::Settings::slot_folders).
  /// None: turns are this process's own affair. So they are without a delay.
  std::vector<std::string> folders = {};
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

/// Gives out the turns of one slot, in the order in which they were asked for; where other
/// processes of the user want some too, each has one in a round. A process that ends in a turn,
/// however it ends, holds up nobody: its request counts as ended when that is noticed. Where no
/// file can be had to agree by, the pause is kept within the process and one warning says so. Any
/// thread may call.
class Pacer {
 public:
  explicit Pacer(Slot slot, base::Log log = base::Log::none());
  ~Pacer();
  Pacer(const Pacer&) = delete;
  Pacer& operator=(const Pacer&) = delete;

  /// Waits until no other turn is open, the delay after the last one's end is over and no cooldown
  /// runs. Throws Fault kCancelled or kTimeout as soon as `stop` or `deadline` fires; who gives up
  /// costs the others neither a turn nor a delay.
  Turn take_turn(base::Deadline deadline, const std::stop_token& stop);

  /// No turn begins before `span` from now, in no process; between processes kLongestCooldown is
  /// the most. A cooldown that ends later stays as it is.
  void cool_down(std::chrono::milliseconds span);

  /// How many wait for a turn in this process.
  std::size_t waiting() const;

 private:
  friend class Turn;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pacing
