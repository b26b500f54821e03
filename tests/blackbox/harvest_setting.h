#pragma once

/// The real harvestd, a mirror file of the test's own, and a local arXiv.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/json.h"
#include "common/base/text.h"
#include "common/mirror/harvest_state.h"
#include "common/mirror/sqlite.h"
#include "tests/blackbox/open_mirror.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace testing {

class HarvestSetting {
 public:
  using Words = std::vector<std::string>;

  explicit HarvestSetting(const Words& standin) : arxiv(standin) {}

  /// harvestd with these arguments, in a hurry: no pause between pages, a millisecond before
  /// retries. `environment` is set over that.
  Command command(const Words& arguments,
                  const std::map<std::string, std::string>& environment = {}) const {
    Command command{{program("harvestd")}};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    command.environment = {{"ARXIV_MIRROR_PATH", file},
                           {"ARXIV_MIRROR_OAI_BASE_URL", arxiv.oai_url()},
                           {"ARXIV_MIRROR_OAI_REQUEST_DELAY_MS", "0"},
                           {"ARXIV_MIRROR_OAI_RETRY_DELAY_MS", "1"},
                           {"ARXIV_MIRROR_OUTAGE_WAIT_MS", "1"},
                           {"ARXIV_MIRROR_OUTAGE_WAIT_MAX_MS", "4"}};
    for (const auto& [name, value] : environment)
      command.environment[name] = value;
    return command;
  }
  ProcessResult run(const Words& arguments,
                    const std::map<std::string, std::string>& environment = {}) const {
    return testing::run(command(arguments, environment));
  }

  mirror::Database open() const {
    mirror::Database database = open_mirror(file, SQLITE_OPEN_READWRITE);
    database.trust_schema();
    return database;
  }
  mirror::HarvestState state() const { return mirror::read_harvest_state(open()); }
  std::int64_t count(const std::string& from) const {
    return open().integer("SELECT COUNT(*) FROM " + from).value();
  }
  void execute(std::string_view sql) const { open().execute(sql); }

  /// A digest of everything the mirror says of papers, whatever run by run it came from.
  std::size_t content() const {
    const auto lines = open().text(
        "SELECT group_concat(line, char(10)) FROM (SELECT json_array(id, version, title, authors,"
        " abstract, primary_category, categories, published, updated, latest_version, comment,"
        " journal_ref, doi, (SELECT group_concat(category || updated || published) FROM"
        " (SELECT * FROM paper_categories WHERE paper_id = id ORDER BY category))) AS line"
        " FROM papers ORDER BY id)");
    return std::hash<std::string>()(lines.value_or(""));
  }
  /// Throws when the full-text index and the papers differ.
  void check_full_text() const {
    execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)");
  }

  /// The queries asked so far, each without `/oai?verb=ListRecords&`.
  Words asked() const {
    constexpr std::string_view kStart = "/oai?verb=ListRecords&";
    Words queries;
    for (const LoggedRequest& request : arxiv.log())
      queries.push_back(request.target.substr(kStart.size()));
    return queries;
  }
  /// Those asked since the first `before`.
  Words asked_since(std::size_t before) const {
    const Words all = asked();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }

  StandinProcess arxiv;
  TempDir folder;
  std::string file = folder / "state/mirror.db";
};

/// The last JSON line of `out`.
inline json::Document last_json(const std::string& out) {
  const std::string text(base::trim(out));
  return json::parse(text.substr(text.rfind('\n') + 1)).value();
}

inline std::string text_of(const json::Value& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr || !value->IsString() ? "" : std::string(json::text(*value));
}

inline bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace testing
