#pragma once

/// Asking another program of the system.

#include <optional>
#include <string>
#include <vector>

#include "common/base/deadline.h"

namespace mirrorctl {

/// What `command`, found on PATH, writes to stdout, 64 KiB at most; its stdin and stderr are
/// /dev/null. Nothing when it cannot be started, fails, or has not ended at `deadline`, when it is
/// killed.
std::optional<std::string> output_of(std::vector<std::string> command, base::Deadline deadline);

}  // namespace mirrorctl
