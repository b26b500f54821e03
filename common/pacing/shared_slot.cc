#include "common/pacing/shared_slot.h"

#include <algorithm>
#include <random>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace pacing {
namespace {

using std::chrono::milliseconds;

/// A wait longer than this would not notice that the machine slept meanwhile.
constexpr Instant kLongestWait = std::chrono::seconds(1);

/// Whoever is next and does not begin for so long stands still; the others go on without it.
constexpr Instant kGrace = std::chrono::seconds(5);

/// Runs `change` on the state under its lock, which others hold for moments; gives up should one
/// stand still with it.
template <class Change>
void change_state(const SlotFile& file, const Change& change) {
  constexpr int kTries = 100;
  constexpr std::chrono::microseconds kPause(200);
  for (int count = 0; count < kTries; ++count) {
    if (const SlotLock lock(file, SlotFile::kState); lock) {
      const Instant now = boot_now();
      file.write(change(file.read(now), now));
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
}

std::int64_t place_of(std::uint64_t ticket) {
  return SlotFile::kFirstTicket + static_cast<std::int64_t>(ticket);
}

}  // namespace

SharedSlot::SharedSlot(std::vector<std::string> folders, std::string name, milliseconds delay)
    : folders_(std::move(folders)), name_(std::move(name)), delay_(delay) {}

std::optional<Instant> SharedSlot::try_begin() {
  try {
    if (file_ && file_->is_removed()) forget();
    if (!file_) file_ = SlotFile::open(folders_, name_);
    return try_begin_in(*file_);
  } catch (const std::exception&) {
    forget();
    throw;
  }
}

std::optional<Instant> SharedSlot::try_begin_in(const SlotFile& file) {
  if (!ticket_ && !draw_ticket(file)) return until_next_look();
  const auto ahead = static_cast<std::int64_t>(*ticket_);
  const bool is_first = !file.others_hold(SlotFile::kFirstTicket, ahead);
  const Instant grace = is_first ? Instant(0) : kGrace;
  const auto left = [&](const SlotState& state, Instant now) {
    return time_to_wait(state, delay_, now - grace);
  };
  const Instant before = boot_now();
  if (!is_first && left(file.read(before), before) > Instant(0)) return until_next_look();
  SlotLock request(file, SlotFile::kRequest);
  if (!request) return until_next_look();
  const SlotLock lock(file, SlotFile::kState);
  if (!lock) return until_next_look();
  const Instant now = boot_now();
  SlotState state = without_lost_request(file.read(now), now);
  const Instant wait = left(state, now);
  if (wait == Instant(0)) state.open = OpenRequest{::getpid(), now};
  file.write(state);
  if (wait > Instant(0)) return is_first ? std::min(wait, kLongestWait) : until_next_look();
  request.keep();
  file.unlock(place_of(*ticket_));
  ticket_.reset();
  return std::nullopt;
}

bool SharedSlot::draw_ticket(const SlotFile& file) {
  const SlotLock lock(file, SlotFile::kState);
  if (!lock) return false;
  SlotState state = file.read(boot_now());
  // A number that is in use is one of a queue older than what the file says.
  while (!file.try_lock(place_of(state.next_ticket)))
    ++state.next_ticket;
  ticket_ = state.next_ticket++;
  file.write(state);
  return true;
}

Instant SharedSlot::until_next_look() const {
  constexpr Instant kShortest = milliseconds(1);
  constexpr Instant kLongest = milliseconds(50);
  thread_local std::minstd_rand random{std::random_device{}()};
  const Instant pause = std::clamp(Instant(delay_) / 20, kShortest, kLongest);
  return pause * std::uniform_int_distribution<int>(75, 125)(random) / 100;
}

void SharedSlot::end() noexcept {
  if (!file_) return;  // begun without others
  try {
    change_state(*file_, [](SlotState state, Instant now) {
      state.open.reset();
      state.end = now;
      return state;
    });
  } catch (const std::exception&) {
    // What stands in the file is an open request; whoever comes next takes its own time for its
    // end.
  }
  forget();
}

void SharedSlot::leave() noexcept {
  forget();
}

void SharedSlot::cool_down(milliseconds span) noexcept {
  try {
    std::optional<SlotFile> own;
    if (!file_) own = SlotFile::open(folders_, name_);
    change_state(file_ ? *file_ : *own, [span](SlotState state, Instant now) {
      return with_cooldown(std::move(state), span, now);
    });
  } catch (const std::exception&) {
    // This process keeps to the cooldown by itself.
  }
}

void SharedSlot::forget() noexcept {
  ticket_.reset();
  file_.reset();  // and with it every lock
}

}  // namespace pacing
