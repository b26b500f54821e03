#pragma once

/// One command from its start to its exit status: the signals, the log, the progress it shows, and
/// the one place where harvestd reports a failure.

#include <string_view>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/settings.h"
#include "harvestd/command/command.h"

namespace harvest {

/// Called from the main thread, before any other is made. `journal_stream` is the variable of that
/// name, or empty (log.h). An exception of the command is reported and becomes the status:
/// kInternal unless it is a Fault. A statement that a signal broke off is a command stopped by it.
base::ExitCode run_command(const Command& command, const base::Settings& settings,
                           const Options& options, std::string_view journal_stream);

}  // namespace harvest
