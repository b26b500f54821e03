#pragma once

/// A mirror in which one random byte is another: verify finds it or it harms nothing, and mcpd
/// survives it. Seeded, so that a failure comes again.

#include <algorithm>
#include <optional>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"
#include "tests/blackbox/open_mirror.h"
#include "tests/support/mcp_client.h"

namespace testing {

class CorruptedMirrors {
 public:
  CorruptedMirrors() : setting_({"--generate", "250", "--page-size", "100"}) {
    if (setting_.run({"init", "--quiet"}).status != 0) throw std::runtime_error("no mirror");
    whole_ = read_file(setting_.file);
    columns_ = read_columns(setting_.file).value();
    answers_ = ask(setting_.file);
  }

  /// One mirror with one byte changed, by `seed`.
  void check(unsigned seed) const {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::size_t at = random() % whole_.size();
    const auto change = static_cast<char>(1 + random() % 255);
    CAPTURE(at);
    const TempDir folder;
    std::string bytes = whole_;
    bytes[at] = static_cast<char>(bytes[at] ^ change);
    const std::string file = folder.write("mirror.db", bytes);
    const ProcessResult verified =
        run({{program("harvestd"), "verify", "--mirror", file}}, "", patience());
    CAPTURE(verified.out);
    const bool known = verified.status == 0 || verified.status == 1 || verified.status == 74 ||
                       verified.status == 78;
    CHECK(known);
    const Words answers = ask(file);
    if (verified.status == 0) require_harmless(file, answers);
  }

 private:
  using Words = std::vector<std::string>;

  /// A byte inside a text that nothing else repeats, such as a DOI, is a change that no check could
  /// tell from what arXiv sent: one value of one paper may differ, and every answer is the same but
  /// for it.
  void require_harmless(const std::string& file, const Words& answers) const {
    const auto columns = read_columns(file);
    REQUIRE(columns.has_value());
    REQUIRE(columns->size() == columns_.size());
    std::size_t differing = 0;
    for (std::size_t i = 0; i < columns->size(); ++i)
      differing += (*columns)[i] != columns_[i] ? 1 : 0;
    CHECK(differing <= 1);
    if (differing == 0) CHECK(answers == answers_);
  }

  /// Every value of every paper; nothing when SQLite cannot read them.
  static std::optional<Words> read_columns(const std::string& file) {
    try {
      const mirror::Database database = open_mirror(file);
      mirror::Statement statement(database, "SELECT * FROM papers ORDER BY rowid");
      Words values;
      for (mirror::Rows rows = statement.query(); rows.next();) {
        for (int column = 0; column < 13; ++column)
          values.emplace_back(rows.text(column));
      }
      return values;
    } catch (const mirror::SqliteFault&) {
      return std::nullopt;
    }
  }

  /// The text of a failure has a number of its own.
  static std::string said(const ToolAnswer& answer) {
    return answer.is_error ? "failed: " + answer.reason() : answer.text();
  }

  /// What mcpd says to a few questions, each of which it has to answer somehow.
  static Words ask(const std::string& file) {
    Command command{{program("mcpd")}};
    command.environment = {{"ARXIV_MIRROR_PATH", file},
                           {"ARXIV_MIRROR_FALLBACK_LIVE", "false"},
                           {"ARXIV_API_BASE_URL", "http://127.0.0.1:1"},
                           {"ARXIV_API_RETRY_DELAY_MS", "1"},
                           {"ARXIV_REQUEST_DELAY_MS", "0"}};
    McpClient client(command);
    client.open();
    Words answers;
    for (const char* arguments :
         {R"({"query":"abs:related"})", R"({"query":"abs:algebra OR ti:theory"})",
          R"({"query":"cat:math.AG","sort_by":"submitted"})",
          R"({"query":"au:smith","sort_by":"updated"})"})
      answers.push_back(said(client.call_tool("arxiv_search_papers", arguments)));
    answers.push_back(said(client.call_tool("arxiv_get_metadata",
                                            R"({"paper_ids":["2112.00025","nucl-th/0107001"]})")));
    client.process().close_stdin();
    CHECK(client.process().wait() == 0);
    return answers;
  }

  HarvestSetting setting_;
  std::string whole_;
  Words columns_;
  Words answers_;
};

}  // namespace testing
