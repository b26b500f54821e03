#pragma once

/// `harvestd export` and `harvestd import`: the papers as lines of JSON.

#include "harvestd/command/command.h"

namespace harvest {

/// Writes the papers to a file or to standard output.
base::ExitCode export_dump(const CommandContext& context);

/// Fills a new mirror from a file or from standard input.
base::ExitCode import_dump(const CommandContext& context);

}  // namespace harvest
