#pragma once

/// `harvestd verify`, `repair` and `migrate`: looking after a mirror file that is there.

#include "harvestd/command/command.h"

namespace harvest {

/// Prints what mirror::verify finds; kVerifyFailed when that is a fault.
base::ExitCode verify(const CommandContext& context);

/// Mends the file and prints what verify says then; kVerifyFailed when a fault is left.
base::ExitCode repair(const CommandContext& context);

/// Brings an older file up to this version and says from which.
base::ExitCode migrate(const CommandContext& context);

}  // namespace harvest
