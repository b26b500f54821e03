/// harvestd: fills and refreshes the mirror file from arXiv's OAI-PMH service. The only program
/// that writes the file.

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <systemd/sd-daemon.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/help.h"
#include "common/base/log.h"
#include "common/base/settings.h"
#include "common/http/client.h"
#include "common/mirror/sqlite.h"
#include "harvestd/run/harvest.h"
#include "harvestd/run/resume.h"
#include "harvestd/run/signals.h"
#include "harvestd/writer/store.h"

namespace {

using base::ExitCode;

constexpr const char* kAbout =
    "Keeps a local mirror of arXiv's metadata: one SQLite file, filled from arXiv's OAI-PMH "
    "service. Only harvestd writes that file; mcpd and mirrorctl read it, also while a harvest "
    "runs.";

constexpr const char* kFooter =
    "Examples:\n"
    "  harvestd init                      the first harvest: hours; may be interrupted\n"
    "  harvestd refresh                   what changed since: run it daily\n"
    "  harvestd refresh --budget 600000   the same, in ten minutes at most\n"
    "  harvestd init --mirror /srv/arxiv/mirror.db --contact you@example.org\n"
    "\n"
    "Exit status: 0 done, or stopped at the budget; 64 wrong command line; 65 arXiv answered "
    "something unusable; 69 arXiv could not be reached; 74 the file cannot be read or written; "
    "75 another harvestd is at work; 78 a wrong setting or a file of another version; 130 or 143 "
    "stopped by a signal.";

struct CommandLine {
  std::map<std::string, std::string> options;
  bool init = false;
  bool from_scratch = false;
  bool quiet = false;
  bool json = false;
};

/// Reads the command line; an exit status when there is nothing more to do.
std::optional<int> read_command_line(int argc, char** argv, CommandLine& line) {
  CLI::App app(kAbout, "harvestd");
  base::use_readable_help(app);
  app.footer(kFooter);
  app.require_subcommand(1);
  app.fallthrough();  // inherited: an option may stand on either side of the command
  app.set_version_flag("--version", "harvestd " ARXIV_MIRROR_VERSION, "Print the version and end");
  app.add_flag("--quiet", line.quiet, "Show no progress; warnings and errors only");
  app.add_flag("--json", line.json, "Show progress and outcome as JSON, one object a line");
  CLI::App* init = app.add_subcommand(
      "init", "Harvest all of arXiv, or go on where that was interrupted; waits out outages");
  init->add_flag("--from-scratch", line.from_scratch,
                 "Read the whole list again, keeping the papers there are");
  app.add_subcommand("refresh", "Harvest what changed since the last run, within a budget of time");
  for (CLI::App* command : app.get_subcommands({}))
    command->footer("Every option of `harvestd --help` may be given as well.");
  base::add_setting_options(app, base::kHarvestd, line.options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? base::status(ExitCode::kOk) : base::status(ExitCode::kUsage);
  }
  line.init = init->parsed();
  return std::nullopt;
}

void tell_service_manager(const std::string& line) {
  ::sd_notify(0, ("STATUS=" + line).c_str());
}

std::string opening_line(const mirror::HarvestState& state, const CommandLine& line,
                         const std::string& host) {
  const harvest::ListPosition next = harvest::begin(state, line.from_scratch).next;
  if (next.token) return "Going on with the list of " + host + " where the last run stopped.";
  if (!next.from) return "Asking " + host + " for all records.";
  const bool complete = state.status == mirror::HarvestStatus::kComplete;
  return (line.init && complete ? "The mirror is complete; asking " : "Asking ") + host +
         " for records from " + *next.from + " on.";
}

harvest::WaitNotice wait_notice(harvest::Progress& progress) {
  return [&progress](const std::string& why, std::chrono::milliseconds pause) {
    progress.warn(why + " Asking again in " + harvest::span_text(pause) + ".");
  };
}

void harvest_into_mirror(const base::Settings& settings, const CommandLine& line,
                         harvest::Progress& progress, const std::stop_token& stop) {
  harvest::FetchRules rules = harvest::FetchRules::from(settings);
  harvest::Plan plan{line.from_scratch};
  rules.waits_out_outages = line.init;
  if (!line.init) {
    harvest::require_sufficient_budget(settings.refresh_budget, rules);
    plan.budget = rules.end = base::Deadline::after(settings.refresh_budget);
  }
  mirror::Store store(settings.mirror_path, settings.lease, base::wall_now);
  progress.announce(opening_line(store.state(), line, http::host_of(settings.oai_base_url)));
  http::Client client({http::user_agent(settings.contact), settings.proxy, settings.ca_file});
  harvest::PageFetcher fetcher(rules, client, wait_notice(progress));
  const harvest::Result result = harvest::run(plan, store, fetcher, progress, base::wall_now, stop);
  progress.finish(result.outcome == harvest::Outcome::kDrained ? "drained" : "partial",
                  result.totals);
}

ExitCode fail(harvest::Progress& progress, const base::Fault& fault, int signal) {
  const ExitCode code = signal == SIGINT && fault.code() == base::Code::kCancelled
                            ? ExitCode::kInterrupted
                            : base::exit_code_for(fault);
  std::string text = fault.message();
  if (fault.code() == base::Code::kCancelled) text = "Stopped by a signal; the next run goes on.";
  progress.fail(code == ExitCode::kBusy ? "skipped" : "failed", text, fault.reason());
  if (const auto* sqlite = dynamic_cast<const mirror::SqliteFault*>(&fault)) {
    text += " " + sqlite->detail();
  }
  std::cerr << "harvestd: " << text << '\n';
  return code;
}

ExitCode run(const base::Settings& settings, const CommandLine& line) {
  harvest::SignalWatch signals;
  const char* journal = std::getenv("JOURNAL_STREAM");
  const base::Log log(STDERR_FILENO, settings.log_level, journal == nullptr ? "" : journal);
  const harvest::Style style = harvest::style_for(STDOUT_FILENO, line.quiet, line.json);
  harvest::Progress progress(style, STDOUT_FILENO, log, tell_service_manager);
  try {
    harvest_into_mirror(settings, line, progress, signals.token());
    return ExitCode::kOk;
  } catch (const base::Fault& fault) {
    return fail(progress, fault, signals.received());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  // SQLite's accounts of its memory, which nobody reads, cost a lock for each allocation.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  try {
    CommandLine line;
    if (const auto status = read_command_line(argc, argv, line)) return *status;
    const base::Settings settings =
        base::resolve_settings(base::kHarvestd, line.options, [](const char* name) {
          return static_cast<const char*>(std::getenv(name));
        }).settings;
    return base::status(run(settings, line));
  } catch (const base::Fault& fault) {
    std::cerr << "harvestd: " << fault.message() << '\n';
    return base::status(base::exit_code_for(fault));
  } catch (const std::exception& error) {
    std::cerr << "harvestd: " << error.what() << '\n';
    return base::status(ExitCode::kInternal);
  }
}
