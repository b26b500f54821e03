#pragma once

/// `mirrorctl status`, once or again and again.

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "common/base/settings.h"

namespace mirrorctl {

struct StatusPlan {
  bool json = false;
  std::optional<std::chrono::milliseconds> interval = {};  ///< set: as long as a writer is at work
};

/// Looks at the mirror file of `settings` and prints what it found to `out_fd`: a table or JSON; of
/// further looks a terminal shows the table in place of the last one, anything else gets one line
/// each. Ends when no writer is at work. False when the output cannot be written.
bool show_status(const base::Settings& settings, const StatusPlan& plan, int out_fd);

}  // namespace mirrorctl
