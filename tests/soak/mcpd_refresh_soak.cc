/// Many servers on one mirror while it is written.

#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>

#include <doctest/doctest.h>

#include "common/mirror/sqlite.h"
#include "tests/support/json_path.h"
#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::at;
using testing::McpClient;
using testing::text_at;

constexpr int kPapers = 40;
constexpr int kServers = 8;
constexpr int kGenerations = 6;

std::string day_of(int generation) {
  return "2024-04-0" + std::to_string(generation);
}

// One record; every paper of a generation has its name in the title.
std::string record(int paper, int generation) {
  const std::string id = "2401." + std::to_string(10'000 + paper);
  return "<record><header><identifier>oai:arXiv.org:" + id + "</identifier><datestamp>" +
         day_of(generation) + "</datestamp><setSpec>cs:cs:LG</setSpec></header><metadata>" +
         R"(<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>)" + id +
         "</id><submitter>A B</submitter><version version=\"v1\"><date>Thu, 1 Feb 2024 10:00:00 "
         "GMT</date><size>1kb</size></version><title>Generation g" +
         std::to_string(generation) +
         "</title><authors>A. Bee</authors><categories>cs.LG stat.ML</categories>"
         "<abstract>Words.</abstract></arXivRaw></metadata></record>\n";
}

// arXiv as it is when every paper has been changed anew, one page long.
class Generation {
 public:
  explicit Generation(int generation) {
    std::ofstream page(folder_ / "page.xml");
    page << R"(<?xml version="1.0" encoding="UTF-8"?>)"
         << R"(<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>)" << '\n';
    for (int paper = 0; paper < kPapers; ++paper)
      page << record(paper, generation);
    page << "</ListRecords></OAI-PMH>\n";
    page.close();
    arxiv_.emplace(std::vector<std::string>{"--pages", std::string(folder_ / "")});
  }
  void store_in(const std::string& file, const char* command) const {
    const auto result =
        testing::run({{testing::program("harvestd"), command, "--mirror", file, "--oai-base-url",
                       arxiv_->oai_url(), "--oai-request-delay-ms", "0", "--quiet"}});
    INFO(result.err);
    REQUIRE(result.status == 0);
  }

 private:
  testing::TempDir folder_;
  std::optional<testing::StandinProcess> arxiv_;
};

constexpr const char* kSearches[] = {
    R"({"query":"ti:generation","max_results":50})",
    R"({"query":"ti:generation","max_results":50,"sort_by":"submitted"})",
    R"({"query":"cat:cs.LG","max_results":50})",
    R"({"query":"cat:cs AND cat:stat.ML","max_results":50,"sort_by":"updated"})",
    R"({"query":"bee AND submittedDate:[202402010000 TO 202402020000]","max_results":50})",
};

// What is wrong with an answer; empty when it shows one state of the file.
std::string fault_of(const testing::ToolAnswer& answer) {
  if (answer.is_error) return answer.text();
  const auto papers = at(answer.structured, "/papers").GetArray();
  if (papers.Size() != kPapers || at(answer.structured, "/totalFound").GetInt() != kPapers)
    return "papers are missing";
  const std::string title = text_at(papers[0], "/title");
  for (const json::Value& paper : papers) {
    if (text_at(paper, "/title") != title) return title + " and " + text_at(paper, "/title");
  }
  // The day is that of the same state: the generation's, whose number ends the title.
  const std::string day = text_at(answer.structured, "/asOf");
  return day.back() == title.back() ? "" : title + " as of " + day;
}

// Servers that search until they are told to end.
class Servers {
 public:
  explicit Servers(const std::string& file) {
    for (int i = 0; i < kServers; ++i)
      threads_.emplace_back([this, file](const std::stop_token& stop) { work(file, stop); });
  }
  // Waits until each has answered `more` times from now on.
  void wait_for(int more) {
    std::vector<int> goals;
    for (const std::atomic<int>& count : answers_)
      goals.push_back(count + more);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      for (int seen = answers_[i]; seen < goals[i] && !failed_; seen = answers_[i])
        answers_[i].wait(seen);
    }
  }
  std::string fault() {
    const std::lock_guard lock(mutex_);
    return fault_;
  }

 private:
  void work(const std::string& file, const std::stop_token& stop) {
    std::atomic<int>& answers = answers_[static_cast<std::size_t>(begun_++)];
    try {
      // The newest submissions are otherwise asked of arXiv, where each server waits for its turn.
      testing::Command command{
          {testing::program("mcpd"), "--mirror", file, "--mirror-recent-days-live", "0"}};
      McpClient client(command);
      client.open();
      for (std::size_t i = 0; !stop.stop_requested(); ++i) {
        const char* search = kSearches[i % std::size(kSearches)];
        note(fault_of(client.call_tool("arxiv_search_papers", search)));
        ++answers;
        answers.notify_all();
      }
    } catch (const std::exception& error) {
      note(error.what());
    }
  }
  void note(const std::string& fault) {
    if (fault.empty()) return;
    {
      const std::lock_guard lock(mutex_);
      if (fault_.empty()) fault_ = fault;
    }
    failed_ = true;
    for (std::atomic<int>& count : answers_) {
      ++count;
      count.notify_all();
    }
  }

  std::mutex mutex_;
  std::string fault_;
  std::atomic<bool> failed_ = false;
  std::atomic<int> begun_ = 0;
  std::array<std::atomic<int>, kServers> answers_{};
  std::vector<std::jthread> threads_;  // last: they use the rest
};

TEST_CASE("eight servers search while the mirror is refreshed: no error, and one state each") {
  const testing::TempDir folder;
  const std::string file = folder / "mirror.db";
  Generation(1).store_in(file, "init");
  Servers servers(file);
  servers.wait_for(1);
  for (int generation = 2; generation <= kGenerations; ++generation) {
    Generation(generation).store_in(file, "refresh");
    servers.wait_for(1);
  }
  CHECK(servers.fault() == "");
}

TEST_CASE("servers that open an idle file at the same moment all open it") {
  const testing::TempDir folder;
  const std::string file = folder / "mirror.db";
  Generation(1).store_in(file, "init");
  Servers servers(file);
  servers.wait_for(1);
  CHECK(servers.fault() == "");
}

TEST_CASE("no server waits for a writer that is in the middle of a transaction") {
  const testing::TempDir folder;
  const std::string file = folder / "mirror.db";
  Generation(1).store_in(file, "init");
  Servers servers(file);
  servers.wait_for(1);
  mirror::Database writer(file, SQLITE_OPEN_READWRITE);
  writer.trust_schema();
  writer.execute("BEGIN IMMEDIATE");
  writer.execute("UPDATE papers SET title = 'Generation never'");
  servers.wait_for(5);
  writer.execute("ROLLBACK");
  CHECK(servers.fault() == "");
}

}  // namespace
