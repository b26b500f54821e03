#include "common/pacing/slot_status.h"

#include <system_error>

#include "common/pacing/slot_file.h"

namespace pacing {
namespace {

using std::chrono::ceil;
using std::chrono::milliseconds;

void read(const SlotFile& file, SlotStatus& status) {
  const Instant now = boot_now();
  const SlotState state = file.read(now);
  status.in_use = file.others_hold(SlotFile::kRequest, 1);
  if (status.in_use && state.open) {
    if (state.open->pid > 0) status.pid = state.open->pid;
    status.held_for = std::chrono::floor<milliseconds>(now - state.open->since);
  }
  if (state.cooldown_end && *state.cooldown_end > now) {
    status.cooldown_left = ceil<milliseconds>(*state.cooldown_end - now);
  }
}

}  // namespace

SlotStatus look_at_slot(const Slot& slot) {
  SlotStatus status{slot.name};
  const auto file = SlotFile::open_to_read(slot.folders, slot_file_name(slot.name, slot.base_url));
  try {
    if (file) read(*file, status);
  } catch (const std::system_error&) {
    // A file system without such locks: no process shares turns there.
  }
  return status;
}

}  // namespace pacing
