#pragma once

/// A conversation with the real mcpd: a mirror that the real harvestd filled from the local arXiv,
/// which itself knows more papers than were harvested.

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/json_path.h"
#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace testing {

using Words = std::vector<std::string>;

inline constexpr const char* kSearch = "arxiv_search_papers";
inline constexpr const char* kLookUp = "arxiv_get_metadata";

/// The folders of records and the mirror file, made once for a test program.
class HarvestedMirror {
 public:
  static const HarvestedMirror& get() {
    static const HarvestedMirror mirror;
    return mirror;
  }
  std::string file() const { return folder_ / "mirror.db"; }
  /// Everything that arXiv knows.
  std::string all_pages() const { return folder_ / "all"; }

 private:
  HarvestedMirror() {
    const std::string data = TEST_DATA "/blackbox/";
    std::filesystem::create_directory(folder_ / "all");
    std::filesystem::create_directory(folder_ / "harvested");
    for (const char* name : {"harvested.xml", "unharvested.xml"})
      std::filesystem::copy_file(data + name, folder_ / "all" + "/" + name);
    std::filesystem::copy_file(data + "harvested.xml", folder_ / "harvested" + "/harvested.xml");
    const StandinProcess arxiv({"--pages", folder_ / "harvested"});
    const ProcessResult harvest =
        run({{program("harvestd"), "init", "--mirror", file(), "--oai-base-url", arxiv.oai_url(),
              "--oai-request-delay-ms", "0", "--quiet"}});
    if (harvest.status != 0) throw std::runtime_error("harvestd failed: " + harvest.err);
  }

  TempDir folder_;
};

using Environment = std::map<std::string, std::string>;

/// mcpd in a hurry on the shared mirror, with this arXiv behind it; `environment` is set over that.
inline Command mcpd_command(const StandinProcess& arxiv, const Environment& environment) {
  Command command{{program("mcpd")}};
  command.environment = {{"ARXIV_MIRROR_PATH", HarvestedMirror::get().file()},
                         {"ARXIV_API_BASE_URL", arxiv.base_url() + "/api"},
                         {"ARXIV_HTML_BASE_URL", arxiv.base_url() + "/html"},
                         {"ARXIV_AR5IV_BASE_URL", arxiv.base_url() + "/ar5iv"},
                         {"ARXIV_PDF_BASE_URL", arxiv.base_url() + "/pdf"},
                         {"ARXIV_REQUEST_DELAY_MS", "0"},
                         {"ARXIV_CONTENT_RETRY_DELAY_MS", "1"},
                         {"ARXIV_API_RETRY_DELAY_MS", "1"}};
  for (const auto& [name, value] : environment)
    command.environment[name] = value;
  return command;
}

/// An arXiv and a server of the test's own.
class McpdSetting {
 public:
  using Environment = testing::Environment;

  explicit McpdSetting(const Environment& environment = {})
      : arxiv({"--pages", HarvestedMirror::get().all_pages()}),
        client(mcpd_command(arxiv, environment)) {
    client.open();
  }

  /// The look-ups that arXiv has been asked, as the values of id_list.
  Words asked() const {
    constexpr std::string_view kStart = "/api/query?id_list=";
    Words lists;
    for (const LoggedRequest& request : arxiv.log()) {
      const std::string target = request.target;
      if (!target.starts_with(kStart)) throw std::runtime_error("unexpected request " + target);
      lists.push_back(target.substr(kStart.size(), target.find('&') - kStart.size()));
    }
    return lists;
  }

  StandinProcess arxiv;
  McpClient client;
};

/// One arXiv for a table of failures and a server for each environment, kept from row to row.
class McpdServers {
 public:
  explicit McpdServers(bool modern = false) : modern_(modern) {}

  /// The server for `environment`, while arXiv misbehaves by `fault` alone; empty: not at all.
  McpClient& take(const Environment& environment, std::string_view fault) {
    std::unique_ptr<McpClient>& client = clients_[environment];
    if (!client) {
      client = std::make_unique<McpClient>(mcpd_command(arxiv, environment));
      client->open();
      if (modern_) client->be_modern();
    }
    arxiv.clear_faults();
    if (!fault.empty()) arxiv.fault(fault);
    return *client;
  }
  /// The next one for `environment` is new: this one would keep to a throttle.
  void forget(const Environment& environment) { clients_.erase(environment); }

  StandinProcess arxiv{{"--pages", HarvestedMirror::get().all_pages()}};

 private:
  bool modern_;
  std::map<Environment, std::unique_ptr<McpClient>> clients_;
};

/// Each paper's id and each id not found with its reason, in the answer's order.
inline Words outcomes(const ToolAnswer& answer) {
  Words words;
  for (const json::Value& paper : at(answer.structured, "/papers").GetArray())
    words.push_back(text_at(paper, "/id"));
  if (const json::Value* misses = find_at(answer.structured, "/not_found")) {
    for (const json::Value& miss : misses->GetArray())
      words.push_back(text_at(miss, "/id") + " " + text_at(miss, "/reason"));
  }
  return words;
}

inline bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace testing
