/// mcpd: answers an MCP client's questions about arXiv over stdin and stdout, from the mirror file
/// where it can.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/log.h"
#include "common/base/programs.h"
#include "common/base/settings.h"
#include "mcpd/mcp/serve.h"
#include "mcpd/refresh/refresher.h"
#include "mcpd/surface.h"

namespace {

using base::ExitCode;

constexpr const char* kAbout =
    "The arXiv server for MCP clients. It speaks the Model Context Protocol on stdin and stdout, "
    "so "
    "it is started by a client: `mirrorctl connect` prints the configuration. Papers come from the "
    "mirror file that harvestd keeps, and from arXiv itself where that has no answer.";

constexpr const char* kExits =
    "Exit status: 0 when the client is done, 64 for a wrong command line, 78 for a wrong setting.";

/// Reads the command line into `options`; an exit status when there is nothing more to do.
std::optional<int> read_command_line(int argc, char** argv,
                                     std::map<std::string, std::string>& options) {
  CLI::App app(kAbout, "mcpd");
  app.footer(kExits);
  app.set_version_flag("--version", "mcpd " ARXIV_MIRROR_VERSION, "Print the version and end");
  base::add_setting_options(app, base::kMcpd, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? base::status(ExitCode::kOk) : base::status(ExitCode::kUsage);
  }
  return std::nullopt;
}

/// Where the server shall keep its mirror fresh by itself.
void start_refresher(std::optional<refresh::Refresher>& refresher,
                     const base::ResolvedSettings& resolved, const base::Log& log) {
  const base::Settings& settings = resolved.settings;
  if (settings.refresh_every.count() == 0 || !settings.mirror_enabled) return;
  const auto harvestd = base::find_program("harvestd");
  if (!harvestd) {
    log.warning("the mirror is not refreshed: harvestd is not installed beside mcpd");
    return;
  }
  refresher.emplace(
      refresh::Options{settings.mirror_path, settings.lease, settings.refresh_every,
                       settings.refresh_budget, refresh::child_arguments(*harvestd, resolved)},
      log);
}

int run(int argc, char** argv) {
  std::map<std::string, std::string> options;
  if (const auto status = read_command_line(argc, argv, options)) return *status;
  const base::ResolvedSettings resolved = base::resolve_settings(
      base::kMcpd, options, [](const char* name) -> const char* { return std::getenv(name); });
  const base::Settings& settings = resolved.settings;
  mcp::StandardStreams streams = mcp::StandardStreams::claim();
  const char* journal = std::getenv("JOURNAL_STREAM");
  const base::Log log = base::Log(2, settings.log_level, journal == nullptr ? "" : journal).lossy();
  const mcpd::Surface surface(settings, log);
  std::optional<refresh::Refresher> refresher;
  start_refresher(refresher, resolved, log);
  mcp::ServeSettings serve;
  serve.at_end = [&refresher] { refresher.reset(); };
  return mcp::serve_stdio(std::move(streams), surface.registry(), log, serve);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const base::Fault& fault) {
    std::cerr << "mcpd: " << fault.message() << '\n';
    return base::status(base::exit_code_for(fault));
  } catch (const std::exception& error) {
    std::cerr << "mcpd: " << error.what() << '\n';
    return base::status(ExitCode::kInternal);
  }
}
