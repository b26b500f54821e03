#include "harvestd/command/run_command.h"

#include <csignal>
#include <string>
#include <unistd.h>

#include "common/base/journal.h"
#include "common/base/log.h"
#include "common/base/write_all.h"
#include "common/mirror/sqlite.h"
#include "harvestd/run/service_manager.h"
#include "harvestd/run/signals.h"

namespace harvest {
namespace {

using base::ExitCode;

/// `prefix` is the journal's for an error.
ExitCode fail(Progress& progress, const base::Fault& fault, int signal, std::string_view prefix) {
  const ExitCode code = signal == SIGINT && fault.code() == base::Code::kCancelled
                            ? ExitCode::kInterrupted
                            : base::exit_code_for(fault);
  std::string text = fault.message();
  if (fault.code() == base::Code::kCancelled) text = "Stopped by a signal; the next run goes on.";
  progress.fail(code == ExitCode::kBusy ? "skipped" : "failed", text, fault.reason());
  if (const auto* sqlite = dynamic_cast<const mirror::SqliteFault*>(&fault)) {
    text += " " + sqlite->detail();
  }
  if (code == ExitCode::kBusy) text = "skipped: " + text;
  // Whoever reads stderr may have stopped doing so: that keeps no program from ending.
  base::write_if_room(STDERR_FILENO, std::string(prefix) + "harvestd: " + text + "\n",
                      std::chrono::seconds(1));
  return code;
}

/// Progress keeps out of the way of data on standard output.
int shows_on(const Command& command, const Options& options) {
  const bool to_stdout = options.file.empty() || options.file == "-";
  return command.prints_data && to_stdout ? STDERR_FILENO : STDOUT_FILENO;
}

}  // namespace

ExitCode run_command(const Command& command, const base::Settings& settings, const Options& options,
                     std::string_view journal_stream) {
  SignalWatch signals;
  const base::Log log = base::Log(STDERR_FILENO, settings.log_level, journal_stream).lossy();
  const int shown = shows_on(command, options);
  const Style style = style_for(shown, options.quiet, options.json);
  Progress progress(style, shown, log, tell_service_manager,
                    base::journal_prefix(shown, base::Level::kInfo, journal_stream));
  try {
    return command.run({settings, options, progress, signals.token()});
  } catch (const base::Fault& fault) {
    return fail(progress, fault, signals.received(),
                base::journal_prefix(STDERR_FILENO, base::Level::kError, journal_stream));
  }
}

}  // namespace harvest
