#include "common/pacing/pacer.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

#include "common/base/fault.h"

namespace pacing {
namespace {

using Clock = base::Deadline::Clock;

/// What a wait's end is measured from: the moment somebody began to wait.
std::int64_t milliseconds_since(Clock::time_point begin) {
  return std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin).count();
}

}  // namespace

struct Pacer::State {
  explicit State(Slot rule) : slot(std::move(rule)) {}

  const Slot slot;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::uint64_t changes = 0;
  std::list<int> waiting;  ///< one entry for each who waits, the next one first
  bool open = false;       ///< a turn is
  Clock::time_point next = Clock::time_point::min();  ///< before which none begins

  void note_change() {
    ++changes;
    changed.notify_all();
  }
};

/// A place in the queue, left at the end of its life.
class Place {
 public:
  explicit Place(std::list<int>& queue) : queue_(queue), at_(queue.insert(queue.end(), 0)) {}
  ~Place() { queue_.erase(at_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  bool is_first() const { return at_ == queue_.begin(); }

 private:
  std::list<int>& queue_;
  std::list<int>::iterator at_;
};

Turn::~Turn() {
  if (pacer_ == nullptr) return;
  Pacer::State& state = *pacer_->state_;
  const std::lock_guard lock(state.mutex);
  state.open = false;
  state.next = std::max(state.next, Clock::now() + state.slot.delay);
  state.note_change();
}

Pacer::Pacer(Slot slot) : state_(std::make_unique<State>(std::move(slot))) {}

Pacer::~Pacer() = default;

Turn Pacer::take_turn(base::Deadline deadline, const std::stop_token& stop) {
  State& state = *state_;
  const Clock::time_point begin = Clock::now();
  std::unique_lock lock(state.mutex);
  // Whoever leaves the queue may let the next one go first.
  struct Leaving {
    State& state;
    ~Leaving() { state.note_change(); }
  } leaving{state};
  const Place place(state.waiting);
  for (;;) {
    if (stop.stop_requested()) throw base::cancelled();
    if (deadline.expired()) {
      throw base::timed_out("The wait for a turn at arXiv's " + state.slot.name,
                            milliseconds_since(begin));
    }
    const bool is_next = place.is_first() && !state.open;
    if (is_next && Clock::now() >= state.next) {
      state.open = true;
      return Turn(*this);
    }
    const Clock::time_point wake =
        is_next ? std::min(state.next, deadline.when()) : deadline.when();
    state.changed.wait_until(lock, stop, wake,
                             [&, seen = state.changes] { return state.changes != seen; });
  }
}

void Pacer::cool_down(std::chrono::milliseconds span) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  state.next = std::max(state.next, Clock::now() + span);
  state.note_change();
}

std::size_t Pacer::waiting() const {
  const std::lock_guard lock(state_->mutex);
  return state_->waiting.size();
}

}  // namespace pacing
