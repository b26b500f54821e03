#pragma once

/// What systemd says of the daily refresh.

#include <optional>
#include <string>
#include <string_view>

#include "common/base/clock.h"
#include "common/base/deadline.h"

namespace mirrorctl {

/// harvestd-refresh.timer, where it is installed.
struct Timer {
  bool active = false;                 ///< whether it has been started
  std::optional<base::WallTime> next;  ///< when it starts the next refresh
  std::optional<base::WallTime> last;  ///< when it started the last one
  std::string result;                  ///< of that: systemd's word, `success` or why not
};

/// Reads what the question of ask_systemd is answered with. Nothing where the timer is not
/// installed. Pure.
std::optional<Timer> parse_timer(std::string_view answer);

/// Asks `systemctl`; nothing where there is none, where systemd does not run, or at `deadline`.
std::optional<Timer> ask_systemd(base::Deadline deadline);

}  // namespace mirrorctl
