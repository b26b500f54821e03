#pragma once

/// One process's part in the turns that all processes of the user share (decision 42).
///
/// Whoever wants a turn draws a ticket and holds its lock; the lowest ticket that is held is next.
/// It begins once no request is open, the delay after the last one's end is over and no cooldown
/// runs, and holds the request's lock to the end. So turns go around in the order of asking, and
/// what a killed process held is free at once.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/pacing/slot_file.h"
#include "common/pacing/slot_state.h"

namespace pacing {

/// Every call returns within milliseconds. One thread at a time.
class SharedSlot {
 public:
  /// `folders` and `name` as for SlotFile::open.
  SharedSlot(std::vector<std::string> folders, std::string name, std::chrono::milliseconds delay);

  /// Begins a request, or tells how long to wait before it is tried again; from the first try on
  /// this process has a place in the queue. Throws std::system_error when there is no file to
  /// agree by; the place is lost then.
  std::optional<Instant> try_begin();
  /// Ends the request that was begun.
  void end() noexcept;
  /// Gives the place in the queue up.
  void leave() noexcept;
  /// For every process; one that ends later stays as it is.
  void cool_down(std::chrono::milliseconds span) noexcept;

 private:
  std::optional<Instant> try_begin_in(const SlotFile& file);
  bool draw_ticket(const SlotFile& file);
  Instant until_next_look() const;
  void forget() noexcept;

  std::vector<std::string> folders_;
  std::string name_;
  std::chrono::milliseconds delay_;
  std::optional<SlotFile> file_;         // while in the queue or at a request
  std::optional<std::uint64_t> ticket_;  // while in the queue
};

}  // namespace pacing
