/// harvestd: fills and refreshes the mirror file from arXiv's OAI-PMH service, and looks after it.
/// The only program that writes the file. Here the command line is read; what its commands do is
/// in command/.

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <malloc.h>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <sqlite3.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/help.h"
#include "common/base/journal.h"
#include "common/base/settings.h"
#include "common/base/standard_descriptors.h"
#include "harvestd/command/command.h"
#include "harvestd/command/run_command.h"
#include "harvestd/run/service_manager.h"

namespace {

using base::ExitCode;

constexpr const char* kAbout =
    "Keeps a local mirror of arXiv's metadata: one SQLite file, filled from arXiv's OAI-PMH "
    "service. Only harvestd writes that file; mcpd and mirrorctl read it, also while a harvest "
    "runs.";

constexpr const char* kFooter =
    "Examples:\n"
    "  harvestd init                      the first harvest: hours, once\n"
    "  harvestd refresh                   what changed since: run it daily\n"
    "  harvestd refresh --budget 600000   the same, in ten minutes at most\n"
    "  harvestd init --mirror /srv/arxiv/mirror.db --contact you@example.org\n"
    "  harvestd verify --quick            is the file whole? in under a second\n"
    "  harvestd export papers.ndjson.gz   the papers, one a line, compressed\n"
    "  harvestd import papers.ndjson.gz   a new mirror from them\n"
    "\n"
    "Exit status: 0 done, or stopped at the budget; 1 the file has a fault; 64 wrong command line; "
    "65 arXiv or a dump gave something unusable; 69 arXiv could not be reached; 74 the file cannot "
    "be read or written; "
    "75 another harvestd is at work; 78 a wrong setting or a file of another version; 130 or 143 "
    "stopped by a signal.";

struct CommandLine {
  std::map<std::string, std::string> settings;
  harvest::Options options;
};

void declare(CLI::App& app, const harvest::Command& command, harvest::Options& options) {
  CLI::App* subcommand =
      app.add_subcommand(std::string(command.name), std::string(command.description));
  subcommand->footer("Every option of `harvestd --help` may be given as well.");
  for (const harvest::OptionRow& row : command.options) {
    const std::string name(row.name);
    const std::string help(row.help);
    if (const auto* flag = std::get_if<bool harvest::Options::*>(&row.member)) {
      subcommand->add_flag(name, options.*(*flag), help);
    } else {
      subcommand->add_option(name, options.*std::get<std::string harvest::Options::*>(row.member),
                             help);
    }
  }
}

void declare(CLI::App& app, CommandLine& line) {
  base::use_readable_help(app);
  app.footer(kFooter);
  app.require_subcommand(1);
  app.fallthrough();  // inherited: an option may stand on either side of the command
  app.set_version_flag("--version", "harvestd " ARXIV_MIRROR_VERSION, "Print the version and end");
  app.add_flag("--quiet", line.options.quiet, "Show no progress; warnings and errors only");
  app.add_flag("--json", line.options.json, "Show progress and outcome as JSON, one object a line");
  for (const harvest::Command& command : harvest::commands())
    declare(app, command, line.options);
  base::add_setting_options(app, base::kHarvestd, line.settings);
}

/// The exit status after a command line that names nothing to do; says why where it is wrong.
int answer(const CLI::App& app, const CLI::ParseError& error) {
  const auto unknown = app.remaining();
  if (app.get_subcommands().empty() && !unknown.empty() && !unknown.front().starts_with('-')) {
    std::cerr << "harvestd: there is no command '" << unknown.front()
              << "'. `harvestd --help` lists them.\n";
    return base::status(ExitCode::kUsage);
  }
  return base::status(app.exit(error) == 0 ? ExitCode::kOk : ExitCode::kUsage);
}

const char* environment(const char* name) {
  return std::getenv(name);
}

std::string_view journal_stream() {
  const char* stream = environment("JOURNAL_STREAM");
  return stream == nullptr ? "" : stream;
}

ExitCode fail(const char* why, ExitCode code) {
  std::cerr << base::journal_prefix(STDERR_FILENO, base::Level::kError, journal_stream())
            << "harvestd: " << why << '\n';
  return code;
}

int run(int argc, char** argv) {
  CLI::App app(kAbout, "harvestd");
  CommandLine line;
  declare(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer(app, error);
  }
  if (environment("NOTIFY_SOCKET") != nullptr) harvest::find_service_manager();
  const base::Settings settings =
      base::resolve_settings(base::kHarvestd, line.settings, environment).settings;
  const auto& command = *harvest::find_command(app.get_subcommands().front()->get_name());
  return base::status(harvest::run_command(command, settings, line.options, journal_stream()));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  // SQLite's accounts of its memory, which nobody reads, cost a lock for each allocation.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  // A page's memory comes and goes; asked of the system in such pieces, it is seldom asked for.
  constexpr int kMemoryPiece = 1 << 20;
  mallopt(M_TOP_PAD, kMemoryPiece);
  try {
    base::fill_standard_descriptors();
    return run(argc, argv);
  } catch (const base::Fault& fault) {
    return base::status(fail(fault.what(), base::exit_code_for(fault)));
  } catch (const std::exception& error) {
    return base::status(fail(error.what(), ExitCode::kInternal));
  }
}
