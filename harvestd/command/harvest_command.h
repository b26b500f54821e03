#pragma once

/// `harvestd init` and `harvestd refresh`: a run against arXiv (run/harvest.h).

#include "harvestd/command/command.h"

namespace harvest {

/// The first harvest, or the rest of it; waits out outages and has no budget.
base::ExitCode init(const CommandContext& context);

/// What changed since the last run, within the budget of the settings.
base::ExitCode refresh(const CommandContext& context);

}  // namespace harvest
