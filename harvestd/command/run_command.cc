#include "harvestd/command/run_command.h"

#include <csignal>
#include <exception>
#include <new>
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

/// What the journal and a person at the terminal are told of a command that did not do its work.
struct Failure {
  base::Fault fault;
  std::string detail = {};  ///< SQLite's own words
};

/// After a signal, a statement that was broken off is no fault of the file.
Failure failure_of(const std::exception& error, int signal) {
  const auto* sqlite = dynamic_cast<const mirror::SqliteFault*>(&error);
  if (sqlite != nullptr && sqlite->is_interrupt() && signal != 0) return {base::cancelled()};
  if (sqlite != nullptr) return {*sqlite, " " + sqlite->detail()};
  if (const auto* fault = dynamic_cast<const base::Fault*>(&error)) return {*fault};
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return {
      base::Fault(base::Code::kInternalError, "", memory ? "Memory has run out." : error.what())};
}

/// `prefix` is the journal's for an error.
ExitCode fail(Progress& progress, const Failure& failure, int signal, std::string_view prefix) {
  const base::Fault& fault = failure.fault;
  const bool stopped = fault.code() == base::Code::kCancelled;
  const ExitCode code =
      stopped && signal == SIGINT ? ExitCode::kInterrupted : base::exit_code_for(fault);
  std::string text = stopped ? "Stopped by a signal; the next run goes on." : fault.message();
  progress.fail(code == ExitCode::kBusy ? "skipped" : "failed", text, fault.reason());
  text += failure.detail;
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
    return command.run({settings, options, progress, signals.token(), log});
  } catch (const std::exception& error) {
    const int signal = signals.received();
    return fail(progress, failure_of(error, signal), signal,
                base::journal_prefix(STDERR_FILENO, base::Level::kError, journal_stream));
  }
}

}  // namespace harvest
