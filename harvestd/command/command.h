#pragma once

/// harvestd's commands as one table. The command line is made from it, and so is what its parser
/// answers; each command is one function in a file of its own.

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include "common/base/exit_codes.h"
#include "common/base/log.h"
#include "common/base/settings.h"
#include "harvestd/run/progress.h"
#include "harvestd/writer/migration.h"

namespace harvest {

/// What the command line says beyond the settings.
struct Options {
  bool quiet = false;
  bool json = false;
  bool from_scratch = false;
  bool quick = false;
  std::string expect_papers;  ///< a number, or empty
  std::string file;  ///< of export and import; empty or `-`: standard output, standard input
};

/// One option of a command. A name without dashes is that of a word, which may be left out.
struct OptionRow {
  std::string_view name;
  std::string_view help;
  std::variant<bool Options::*, std::string Options::*> member;
};

/// What a command works with; everything outlives it.
struct CommandContext {
  const base::Settings& settings;
  const Options& options;
  Progress& progress;
  std::stop_token stop;  ///< requested by SIGINT and SIGTERM
  base::Log log = base::Log::none();
};

/// How every command that writes opens the mirror; a migration shows how far it is.
mirror::OpenRules open_rules(const CommandContext& context);

/// Shows what the command was asked for: whole lines. Throws Fault kDatabase when they cannot be
/// written, so that nobody takes silence for an answer.
void tell(const CommandContext& context, const std::string& lines);

struct Command {
  std::string_view name;
  std::string_view description;
  std::span<const OptionRow> options;
  /// Answers the exit status, or throws what harvestd reports (run_command.h).
  base::ExitCode (*run)(const CommandContext& context);
  /// What it was asked for goes to Options::file, which may be standard output.
  bool prints_data = false;
};

/// In the order in which --help lists them.
std::span<const Command> commands();

/// The command that `name` names, or nullptr.
const Command* find_command(std::string_view name);

}  // namespace harvest
