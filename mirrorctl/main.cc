/// mirrorctl: the operator's commands. What writes the mirror file is harvestd's work, so those
/// commands become harvestd; the others read the file query-only, or not at all.

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/programs.h"
#include "common/base/settings.h"
#include "common/base/standard_descriptors.h"
#include "common/base/terminal.h"
#include "common/base/text.h"
#include "common/base/write_all.h"
#include "mirrorctl/configuration.h"
#include "mirrorctl/connect.h"
#include "mirrorctl/search.h"
#include "mirrorctl/watch.h"

namespace {

using base::ExitCode;

constexpr const char* kAbout =
    "Looks after a mirror of arXiv's metadata, and connects MCP clients to it.";

constexpr const char* kExamples =
    "Examples:\n"
    "  mirrorctl init --contact me@example.org  make the mirror (hours, once)\n"
    "  mirrorctl refresh                        bring it up to date (seconds, daily)\n"
    "  mirrorctl status                         how it is\n"
    "  mirrorctl status --watch                 how a harvest goes on\n"
    "  mirrorctl search 'ti:graph AND cat:cs.LG'  what it holds\n"
    "  mirrorctl connect claude-code            let a client use it\n"
    "\n"
    "`mirrorctl COMMAND --help` tells more. What is said to run harvestd takes harvestd's options "
    "and ends with its status.\n"
    "\n"
    "Exit status: 0 done, 64 wrong command line, 70 a bug, 74 output cannot be written "
    "or the mirror does not answer, 78 wrong "
    "setting, or a program that is not installed.";

struct Options {
  std::map<std::string, std::string> settings;
  std::string client;
  bool json = false;
  bool watch = false;
  std::chrono::milliseconds interval{2000};
  mirrorctl::SearchOptions search;
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

bool print(const std::string& text) {
  return base::write_all(STDOUT_FILENO, text);
}

base::Settings reader_settings(const Options& options) {
  return base::resolve_settings(base::kMirrorctl, options.settings, environment).settings;
}

bool status(const Options& options) {
  const base::Settings settings = reader_settings(options);
  mirrorctl::StatusPlan plan{options.json};
  if (options.watch) plan.interval = options.interval;
  return mirrorctl::show_status(settings, plan, STDOUT_FILENO);
}

bool connect(const Options& options) {
  std::vector<const mirrorctl::Client*> chosen;
  for (const mirrorctl::Client& client : mirrorctl::clients()) {
    if (options.client.empty() || options.client == client.name) chosen.push_back(&client);
  }
  const auto settings = base::resolve_settings(base::kMcpd, options.settings, environment);
  return print(
      mirrorctl::connect_text(chosen, {installed("mcpd"), mirrorctl::server_arguments(settings)}));
}

bool configuration(const Options& options) {
  const auto settings = mirrorctl::all_settings(options.settings, environment);
  const std::size_t width = base::terminal_width(STDOUT_FILENO);
  return print(options.json ? mirrorctl::configuration_json(settings)
                            : mirrorctl::configuration_text(settings, width));
}

bool search(const Options& options) {
  const arxiv::TranslatedQuery query = mirrorctl::translate(options.search);
  mirrorctl::require_mirror_route(query);
  mirror::Reader reader = mirrorctl::open_mirror(reader_settings(options));
  const mirror::SearchPage page = reader.search(
      mirrorctl::request_for(options.search, query.mirror), base::Deadline::never(), {});
  const std::size_t width = base::terminal_width(STDOUT_FILENO);
  return print(options.json ? mirrorctl::search_json(options.search, page)
                            : mirrorctl::search_text(options.search, page, width));
}

/// What can be told without a mirror comes first.
bool explain(const Options& options) {
  const arxiv::TranslatedQuery query = mirrorctl::translate(options.search);
  if (!print(mirrorctl::explain_query(options.search, query))) return false;
  if (query.live) return true;
  mirror::Reader reader = mirrorctl::open_mirror(reader_settings(options));
  return print(mirrorctl::explain_statements(reader.explain(
      mirrorctl::request_for(options.search, query.mirror), base::Deadline::never(), {})));
}

/// One command. `run` is null for harvestd's; it answers whether the output could be written.
struct Command {
  const char* name;
  const char* summary;
  void (*declare)(CLI::App& app, Options& options);
  bool (*run)(const Options& options);
};

void declare_json(CLI::App& app, Options& options) {
  app.add_flag("--json", options.json, "Print one JSON object");
}

void declare_status(CLI::App& app, Options& options) {
  declare_json(app, options);
  app.add_flag("--watch", options.watch, "Look again and again, as long as a writer is at work");
  app.add_option_function<double>(
         "--interval",
         [&options](const double& seconds) {
           options.interval = std::chrono::milliseconds(std::llround(seconds * 1000));
           options.watch = true;
         },
         "The same, with a pause of so many seconds [default 2]")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0).description(""));
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

void declare_search(CLI::App& app, Options& options) {
  mirrorctl::SearchOptions& search = options.search;
  app.add_option("query", search.query, "What to look for, in arXiv's query language")
      ->type_name("QUERY")
      ->required();
  app.add_option("--category", search.category, "Only papers of this category or archive")
      ->type_name("CODE");
  app.add_option("--from", search.from, "Only papers submitted on this day or later")
      ->type_name("YYYY-MM-DD");
  app.add_option("--to", search.to, "Only papers submitted on this day or earlier")
      ->type_name("YYYY-MM-DD");
  app.add_option("--sort", search.sort, "relevance, submitted or updated [default relevance]")
      ->type_name("KEY")
      ->check(CLI::IsMember({"relevance", "submitted", "updated"}).description(""));
  app.add_option("--order", search.order, "descending or ascending, by date [default descending]")
      ->type_name("ORDER")
      ->check(CLI::IsMember({"descending", "ascending"}).description(""));
  app.add_option("--start", search.start, "Pass over this many papers [default 0]")
      ->type_name("NUMBER")
      ->check(CLI::Range(0, 10000).description(""));
  app.add_option("--limit", search.limit, "Papers to show, 1 to 50 [default 10]")
      ->type_name("NUMBER")
      ->check(CLI::Range(1, 50).description(""));
  base::add_setting_options(app, base::kMirrorctl, options.settings,
                            {"ARXIV_MIRROR_PATH", "ARXIV_MIRROR_LEASE_MS"});
}

void declare_search_json(CLI::App& app, Options& options) {
  declare_search(app, options);
  declare_json(app, options);
}

constexpr auto kCommands = std::to_array<Command>({
    {"init", "Make the mirror, or go on where that stopped (runs harvestd)", nullptr, nullptr},
    {"refresh", "Bring the mirror up to date (runs harvestd)", nullptr, nullptr},
    {"status", "Tell how the mirror is and who works on it", declare_status, status},
    {"verify", "Check the mirror file (runs harvestd)", nullptr, nullptr},
    {"repair", "Mend what verify finds (runs harvestd)", nullptr, nullptr},
    {"migrate", "Bring an older mirror file to this version (runs harvestd)", nullptr, nullptr},
    {"export", "Write all papers as JSON lines (runs harvestd)", nullptr, nullptr},
    {"import", "Fill a new mirror from such lines (runs harvestd)", nullptr, nullptr},
    {"search", "Search the mirror", declare_search_json, search},
    {"explain", "Tell how a search is read and what it runs", declare_search, explain},
    {"connect", "Print what makes an MCP client use the mirror", declare_connect, connect},
    {"config", "Print every setting, its value and where it came from", declare_configuration,
     configuration},
});

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
  return base::status(command->run(options) ? ExitCode::kOk : ExitCode::kIo);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    base::fill_standard_descriptors();
    return run(argc, argv);
  } catch (const base::Fault& fault) {
    std::cerr << "mirrorctl: " << fault.message() << '\n';
    return base::status(base::exit_code_for(fault));
  } catch (const std::exception& error) {
    std::cerr << "mirrorctl: " << error.what() << '\n';
    return base::status(ExitCode::kInternal);
  }
}
