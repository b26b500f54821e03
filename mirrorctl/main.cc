/// mirrorctl: the operator's commands. What writes the mirror file is harvestd's work, so those
/// commands become harvestd; the others read the file query-only, or not at all.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>

#include "common/base/clock.h"
#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/programs.h"
#include "common/base/settings.h"
#include "common/base/text.h"
#include "common/mirror/file_status.h"
#include "mirrorctl/configuration.h"
#include "mirrorctl/connect.h"
#include "mirrorctl/status.h"
#include "mirrorctl/table.h"

namespace {

using base::ExitCode;

constexpr const char* kAbout =
    "Looks after a mirror of arXiv's metadata, and connects MCP clients to it.";

constexpr const char* kExamples =
    "Examples:\n"
    "  mirrorctl init --contact me@example.org  make the mirror (hours, once)\n"
    "  mirrorctl refresh                        bring it up to date (seconds, daily)\n"
    "  mirrorctl status                         how it is\n"
    "  mirrorctl connect claude-code            let a client use it\n"
    "\n"
    "`mirrorctl COMMAND --help` tells more. Exit status: 0 done, 64 wrong command\n"
    "line, 78 wrong setting; init and refresh end with the status of harvestd.";

struct Options {
  std::map<std::string, std::string> settings;
  std::string client;
  bool json = false;
};

const char* environment(const char* name) {
  return std::getenv(name);
}

std::string installed(std::string_view program) {
  if (const auto path = base::find_program(program)) return *path;
  throw base::Fault(base::Code::kConfiguration, "",
                    std::string(program) + " is not installed beside mirrorctl.");
}

/// Becomes `harvestd` with the same arguments; comes back only by throwing.
[[noreturn]] void become_harvestd(char** argv) {
  const std::string program = installed("harvestd");
  std::string name = "harvestd";
  argv[0] = name.data();
  ::execv(program.c_str(), argv);
  throw base::Fault(base::Code::kConfiguration, "",
                    std::string("harvestd cannot be started: ") + std::strerror(errno) + ".");
}

std::string status(const Options& options) {
  const auto settings =
      base::resolve_settings(base::kMirrorctl, options.settings, environment).settings;
  const auto status = mirror::read_file_status(settings.mirror_path, settings.lease);
  return options.json ? mirrorctl::status_json(status, base::wall_now())
                      : mirrorctl::status_text(status, base::wall_now(),
                                               mirrorctl::terminal_width(STDOUT_FILENO));
}

std::string connect(const Options& options) {
  std::vector<const mirrorctl::Client*> chosen;
  for (const mirrorctl::Client& client : mirrorctl::clients()) {
    if (options.client.empty() || options.client == client.name) chosen.push_back(&client);
  }
  const auto settings = base::resolve_settings(base::kMcpd, options.settings, environment);
  return mirrorctl::connect_text(chosen,
                                 {installed("mcpd"), mirrorctl::server_arguments(settings)});
}

std::string configuration(const Options& options) {
  const auto settings = mirrorctl::all_settings(options.settings, environment);
  return options.json
             ? mirrorctl::configuration_json(settings)
             : mirrorctl::configuration_text(settings, mirrorctl::terminal_width(STDOUT_FILENO));
}

/// One command. `run` is null for harvestd's.
struct Command {
  const char* name;
  const char* summary;
  void (*declare)(CLI::App& app, Options& options);
  std::string (*run)(const Options& options);
};

void declare_json(CLI::App& app, Options& options) {
  app.add_flag("--json", options.json, "Print one JSON object");
}

void declare_status(CLI::App& app, Options& options) {
  declare_json(app, options);
  base::add_setting_options(app, base::kMirrorctl, options.settings,
                            {"ARXIV_MIRROR_PATH", "ARXIV_MIRROR_LEASE_MS"});
}

void declare_connect(CLI::App& app, Options& options) {
  std::vector<std::string> names;
  for (const mirrorctl::Client& client : mirrorctl::clients()) {
    names.emplace_back(client.name);
  }
  app.add_option("client", options.client, "The client to connect; all when none is named")
      ->type_name("CLIENT")
      ->check(CLI::IsMember(names));
  base::add_setting_options(app, base::kMcpd, options.settings);
}

void declare_configuration(CLI::App& app, Options& options) {
  declare_json(app, options);
  base::add_setting_options(app, mirrorctl::kReaders, options.settings);
}

constexpr std::array<Command, 5> kCommands = {{
    {"init", "Make the mirror, or go on where that stopped (runs harvestd)", nullptr, nullptr},
    {"refresh", "Bring the mirror up to date (runs harvestd)", nullptr, nullptr},
    {"status", "Tell how the mirror is and who works on it", declare_status, status},
    {"connect", "Print what makes an MCP client use the mirror", declare_connect, connect},
    {"config", "Print every setting, its value and where it came from", declare_configuration,
     configuration},
}};

/// The known command that `word` most resembles, when it resembles one.
std::string_view nearest_command(std::string_view word) {
  const auto distance = [word](const Command& command) {
    return base::edit_distance(base::lower(word.substr(0, 32)), command.name);
  };
  const auto nearest = std::min_element(
      kCommands.begin(), kCommands.end(),
      [&](const Command& a, const Command& b) { return distance(a) < distance(b); });
  return distance(*nearest) <= 2 ? nearest->name : std::string_view();
}

const Command* find_command(std::string_view word) {
  const auto found = std::find_if(kCommands.begin(), kCommands.end(),
                                  [word](const Command& command) { return word == command.name; });
  return found == kCommands.end() ? nullptr : &*found;
}

int unknown_command(std::string_view word) {
  std::cerr << "mirrorctl: there is no command '" << word << "'.";
  const std::string_view nearest = nearest_command(word);
  if (!nearest.empty()) std::cerr << " Did you mean '" << nearest << "'?";
  std::cerr << " `mirrorctl --help` lists them.\n";
  return base::status(ExitCode::kUsage);
}

int run(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const Command* command = find_command(word);
  const bool asks = word == "-h" || word == "--help" || word == "--version";
  if (command == nullptr && !word.empty() && !asks) return unknown_command(word);
  if (command != nullptr && command->run == nullptr) become_harvestd(argv);

  Options options;
  CLI::App app(kAbout, "mirrorctl");
  base::use_readable_help(app);
  app.set_version_flag("--version", "mirrorctl " ARXIV_MIRROR_VERSION, "Print the version and end");
  app.footer(kExamples);
  app.require_subcommand(1);
  for (const Command& each : kCommands) {
    CLI::App* subcommand = app.add_subcommand(each.name, each.summary)->footer("");
    if (each.declare != nullptr) each.declare(*subcommand, options);
  }
  if (word.empty()) {
    std::cerr << app.help();
    return base::status(ExitCode::kUsage);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? base::status(ExitCode::kOk) : base::status(ExitCode::kUsage);
  }
  std::cout << command->run(options) << std::flush;
  return base::status(std::cout ? ExitCode::kOk : ExitCode::kIo);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const base::Fault& fault) {
    std::cerr << "mirrorctl: " << fault.message() << '\n';
    return base::status(base::exit_code_for(fault));
  } catch (const std::exception& error) {
    std::cerr << "mirrorctl: " << error.what() << '\n';
    return base::status(ExitCode::kInternal);
  }
}
