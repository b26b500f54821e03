#pragma once

/// What can be said of a slot for people. Reads alone, creates nothing.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "common/pacing/pacer.h"

namespace pacing {

struct SlotStatus {
  std::string name;
  bool in_use = false;  ///< a process has a request open
  /// Which one and how long; unset in the moment before it has said so.
  std::optional<std::int64_t> pid = {};
  std::optional<std::chrono::milliseconds> held_for = {};
  std::optional<std::chrono::milliseconds> cooldown_left = {};  ///< while arXiv wants none
};

/// As the processes of this user share it; one that nobody has used yet is free. Never throws for
/// a file that cannot be read.
SlotStatus look_at_slot(const Slot& slot);

}  // namespace pacing
