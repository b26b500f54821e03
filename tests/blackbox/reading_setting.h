#pragma once

/// A conversation about papers' texts: an arXiv of invented papers, and an mcpd with a mirror of
/// them all.

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/json_path.h"
#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// A mirror file of the invented papers, made once for a test program.
class InventedMirror {
 public:
  static const InventedMirror& get() {
    static const InventedMirror mirror;
    return mirror;
  }
  static std::vector<std::string> arguments() { return {"--generate", "600"}; }
  std::string file() const { return folder_ / "mirror.db"; }

 private:
  InventedMirror() {
    const StandinProcess arxiv(arguments());
    const ProcessResult harvest =
        run({{program("harvestd"), "init", "--mirror", file(), "--oai-base-url", arxiv.oai_url(),
              "--oai-request-delay-ms", "0", "--quiet"}});
    if (harvest.status != 0) throw std::runtime_error("harvestd failed: " + harvest.err);
  }

  TempDir folder_;
};

class ReadingSetting {
 public:
  using Environment = std::map<std::string, std::string>;

  /// `server` is the program, another copy of mcpd perhaps.
  explicit ReadingSetting(const Environment& environment = {},
                          const std::vector<std::string>& arguments = InventedMirror::arguments(),
                          const std::string& server = program("mcpd"))
      : arxiv(arguments), client(command(server, arxiv, environment)) {
    client.open();
  }

  /// Identifiers of the latest versions of `count` papers.
  std::vector<std::string> papers(std::size_t count) {
    std::vector<std::string> ids;
    while (ids.size() < count) {
      const std::string arguments =
          R"({"query":"results OR prove OR study OR method","max_results":50,"start":)" +
          std::to_string(ids.size()) + "}";
      const json::Document found = client.call("arxiv_search_papers", arguments);
      for (const json::Value& paper : at(found, "/papers").GetArray())
        ids.push_back(text_at(paper, "/id"));
    }
    return ids;
  }

  ToolAnswer read(const std::string& id, std::string_view more = "") {
    return client.call_tool("arxiv_read_paper", arguments(id, more));
  }
  std::int64_t send_read(const std::string& id) {
    return client.send_call("arxiv_read_paper", arguments(id, ""));
  }

  /// What was asked of the three hosts, in order.
  std::vector<std::string> asked() const {
    std::vector<std::string> targets;
    for (const LoggedRequest& request : arxiv.log()) {
      if (!request.target.starts_with("/api")) targets.push_back(request.target);
    }
    return targets;
  }

  StandinProcess arxiv;
  McpClient client;

 private:
  static std::string arguments(const std::string& id, std::string_view more) {
    return R"({"paper_id":")" + id + "\"" + std::string(more) + "}";
  }
  static Command command(const std::string& server, const StandinProcess& arxiv,
                         const Environment& environment) {
    Command command{{server}};
    command.environment = {{"ARXIV_MIRROR_PATH", InventedMirror::get().file()},
                           {"ARXIV_API_BASE_URL", arxiv.base_url() + "/api"},
                           {"ARXIV_HTML_BASE_URL", arxiv.base_url() + "/html"},
                           {"ARXIV_AR5IV_BASE_URL", arxiv.base_url() + "/ar5iv"},
                           {"ARXIV_PDF_BASE_URL", arxiv.base_url() + "/pdf"},
                           {"ARXIV_REQUEST_DELAY_MS", "0"},
                           {"ARXIV_API_RETRY_DELAY_MS", "1"},
                           {"ARXIV_CONTENT_RETRY_DELAY_MS", "1"}};
    for (const auto& [name, value] : environment)
      command.environment[name] = value;
    return command;
  }
};

}  // namespace testing
