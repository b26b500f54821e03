#include "common/pacing/pacer.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <system_error>

#include "common/base/fault.h"
#include "common/pacing/shared_slot.h"

namespace pacing {
namespace {

using Clock = base::Deadline::Clock;

/// What a wait's end is measured from: the moment somebody began to wait.
std::int64_t milliseconds_since(Clock::time_point begin) {
  return std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin).count();
}

}  // namespace

struct Pacer::State {
  State(Slot rule, base::Log where) : slot(std::move(rule)), log(std::move(where)) {
    if (slot.folders.empty() || slot.delay == std::chrono::milliseconds(0)) return;
    shared.emplace(slot.folders, slot_file_name(slot.name, slot.base_url), slot.delay);
  }

  const Slot slot;
  const base::Log log;
  std::optional<SharedSlot> shared;  ///< where other processes are to be heeded
  bool warned = false;
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
  /// How long the first one here waits for other processes.
  std::optional<Instant> wait_for_others();
  void leave() {
    if (shared && waiting.empty() && !open) shared->leave();
    note_change();
  }
};

std::optional<Instant> Pacer::State::wait_for_others() {
  if (!shared) return std::nullopt;
  try {
    return shared->try_begin();
  } catch (const std::system_error& error) {
    if (!warned) {
      log.warning("other processes' requests to arXiv's " + slot.name +
                  " cannot be seen, so pauses are kept within this process alone: " + error.what());
    }
    warned = true;
    return std::nullopt;
  }
}

/// A place in this process's queue, left at the end of its life.
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
  if (state.shared) state.shared->end();
  state.open = false;
  state.next = std::max(state.next, Clock::now() + state.slot.delay);
  state.note_change();
}

Pacer::Pacer(Slot slot, base::Log log)
    : state_(std::make_unique<State>(std::move(slot), std::move(log))) {}

Pacer::~Pacer() = default;

Turn Pacer::take_turn(base::Deadline deadline, const std::stop_token& stop) {
  State& state = *state_;
  const Clock::time_point begin = Clock::now();
  std::unique_lock lock(state.mutex);
  // Whoever leaves the queue may let the next one go first.
  struct Leaving {
    State& state;
    ~Leaving() { state.leave(); }
  } leaving{state};
  const Place place(state.waiting);
  for (;;) {
    if (stop.stop_requested()) throw base::cancelled();
    if (deadline.expired()) {
      throw base::timed_out("The wait for a turn at arXiv's " + state.slot.name,
                            milliseconds_since(begin));
    }
    Clock::time_point wake = deadline.when();
    if (place.is_first() && !state.open) {
      const Clock::time_point now = Clock::now();
      const auto others =
          now < state.next ? std::optional<Instant>(state.next - now) : state.wait_for_others();
      if (!others) {
        state.open = true;
        return Turn(*this);
      }
      wake = std::min(wake, now + *others);
    }
    state.changed.wait_until(lock, stop, wake,
                             [&, seen = state.changes] { return state.changes != seen; });
  }
}

void Pacer::cool_down(std::chrono::milliseconds span) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  state.next = std::max(state.next, Clock::now() + span);
  if (state.shared) state.shared->cool_down(span);
  state.note_change();
}

std::size_t Pacer::waiting() const {
  const std::lock_guard lock(state_->mutex);
  return state_->waiting.size();
}

}  // namespace pacing
