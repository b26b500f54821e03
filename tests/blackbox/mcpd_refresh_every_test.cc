// mcpd --refresh-every: a server that keeps its mirror fresh by running harvestd.
#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/blackbox/open_mirror.h"
#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace {

using Environment = std::map<std::string, std::string>;
using testing::McpClient;

/// A complete mirror of a small arXiv, which servers are to keep.
class Keeping {
 public:
  explicit Keeping(const std::vector<std::string>& corpus = {"--generate", "20"}) : arxiv(corpus) {
    harvestd("init");
    harvested_ = arxiv.log().size();
  }

  testing::ProcessResult harvestd(const std::string& command) const {
    testing::Command line{{testing::program("harvestd"), command, "--quiet"}};
    line.environment = environment({});
    return testing::run(line);
  }
  std::unique_ptr<McpClient> serve(const std::string& every, const Environment& more = {}) const {
    testing::Command line{{testing::program("mcpd"), "--refresh-every", every}};
    line.environment = environment(more);
    auto client = std::make_unique<McpClient>(line);
    client->open();
    return client;
  }
  void change(const char* sql) const {
    testing::open_mirror(file(), SQLITE_OPEN_READWRITE).execute(sql);
  }
  void age() const {
    change(
        "UPDATE harvest_state SET started_at = '2020-01-01T00:00:00.000Z', "
        "completed_at = '2020-01-01T00:00:00.000Z'");
  }
  std::int64_t number(const char* sql) const {
    return testing::open_mirror(file()).integer(sql).value();
  }
  /// Requests since the first harvest.
  std::size_t asked() const { return arxiv.log().size() - harvested_; }
  void wait_for_requests(std::size_t count) const {
    arxiv.wait_for_requests("/oai", harvested_ + count);
  }
  void wait_for_ends(std::size_t count) const { arxiv.wait_for_ends("/oai", harvested_ + count); }
  std::string file() const { return dir_ / "mirror.db"; }

  testing::StandinProcess arxiv;

 private:
  Environment environment(const Environment& more) const {
    Environment all = {{"ARXIV_MIRROR_PATH", file()},
                       {"ARXIV_MIRROR_OAI_BASE_URL", arxiv.oai_url()},
                       {"ARXIV_MIRROR_OAI_REQUEST_DELAY_MS", "0"},
                       {"ARXIV_MIRROR_OAI_RETRY_DELAY_MS", "1"},
                       {"MCP_LOG_LEVEL", "debug"}};
    for (const auto& [name, value] : more)
      all[name] = value;
    return all;
  }

  testing::TempDir dir_;
  std::size_t harvested_ = 0;
};

bool tells(McpClient& client, std::string_view text) {
  return client.process().wait_for_stderr(text);
}

TEST_CASE("an old mirror is refreshed by one of several servers, and a fresh one by none") {
  const Keeping keeping;
  keeping.age();
  const auto first = keeping.serve("24h");
  CHECK(tells(*first, "refresh: drained, harvestd ended with status 0"));
  CHECK(keeping.asked() == 1);
  const auto second = keeping.serve("24h");
  CHECK(tells(*second, "refresh: next look in"));
  CHECK(keeping.asked() == 1);
  CHECK(keeping.number("SELECT completed_at > '2026' FROM harvest_state") == 1);
}

TEST_CASE("a server that runs on refreshes again when the time has come") {
  const Keeping keeping;
  const auto server = keeping.serve("1s");
  keeping.wait_for_ends(2);
  CHECK(server->request("ping").IsObject());
}

TEST_CASE("an older file is migrated at once however fresh it is") {
  const Keeping keeping;
  keeping.change("UPDATE schema_version SET version = 6");
  const auto server = keeping.serve("24h");
  CHECK(tells(*server, "refresh: drained"));
  CHECK(keeping.number("SELECT max(version) FROM schema_version") == 7);
}

TEST_CASE("an older file that somebody migrates, and what is no mirror, start nothing") {
  const Keeping keeping;
  keeping.age();
  keeping.change("UPDATE schema_version SET version = 6");
  keeping.change(
      "INSERT INTO migration_lease (id, holder, from_version, step, acquired_at, renewed_at) "
      "VALUES (1, 'elsewhere/1/1', 6, 'rebuild', strftime('%Y-%m-%dT%H:%M:%fZ'), "
      "strftime('%Y-%m-%dT%H:%M:%fZ'))");
  CHECK(tells(*keeping.serve("24h"), "refresh: next look in"));
  std::filesystem::remove(keeping.file());
  CHECK(tells(*keeping.serve("24h"), "There is no mirror file"));
  CHECK(keeping.asked() == 0);
}

TEST_CASE("while another harvestd is at work the refresh is skipped") {
  const Keeping keeping;
  keeping.age();
  keeping.arxiv.fault("path=/oai;stall-before-headers");
  testing::Command line{{testing::program("harvestd"), "refresh", "--quiet", "--mirror",
                         keeping.file(), "--oai-base-url", keeping.arxiv.oai_url()}};
  testing::Process other(line);
  keeping.wait_for_requests(1);
  // It has noted its start; a server an hour later would find it still at work.
  keeping.age();
  const auto server = keeping.serve("24h");
  CHECK(tells(*server, "refresh: skipped, harvestd ended with status 75"));
  CHECK(keeping.asked() == 1);
}

TEST_CASE("a refresh that arXiv refuses has failed, and the server goes on") {
  const Keeping keeping;
  keeping.age();
  keeping.arxiv.fault("path=/oai;status=404");
  const auto server = keeping.serve("24h");
  CHECK(tells(*server, "refresh: failed, harvestd ended with status 65"));
  CHECK(server->request("ping").IsObject());
}

TEST_CASE("a refresh that stops at its budget is partial") {
  const Keeping keeping({"--generate", "400", "--page-size", "10"});
  keeping.age();
  keeping.change("UPDATE harvest_state SET last_datestamp = NULL");  // all of the list, 40 pages
  const auto server = keeping.serve("24h", {{"ARXIV_MIRROR_OAI_REQUEST_DELAY_MS", "300"},
                                            {"ARXIV_MIRROR_OAI_TIMEOUT_MS", "1000"},
                                            {"ARXIV_MIRROR_REFRESH_TIMEOUT_MS", "4900"}});
  CHECK(tells(*server, "refresh: partial, harvestd ended with status 0"));
}

TEST_CASE("a server's end tells the refresh to end, and does not wait for it") {
  const Keeping keeping;
  keeping.age();
  keeping.arxiv.fault("path=/oai;stall-before-headers");
  const auto server = keeping.serve("24h");
  keeping.wait_for_requests(1);
  const auto begin = std::chrono::steady_clock::now();
  server->process().close_stdin();
  CHECK(server->process().wait() == 0);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  keeping.wait_for_ends(1);
  // The child has noted that it was stopped, and the lock is free.
  keeping.arxiv.clear_faults();
  const auto deadline = testing::patience();
  const char* kStopped = "SELECT status = 'error' FROM harvest_state";
  while (keeping.number(kStopped) == 0 && !deadline.expired())
    std::this_thread::yield();
  CHECK(keeping.number(kStopped) == 1);
}

TEST_CASE("without the option nothing is started") {
  const Keeping keeping;
  keeping.age();
  const auto server = keeping.serve("off");
  const auto tasks = std::filesystem::directory_iterator(
      "/proc/" + std::to_string(server->process().pid()) + "/task");
  CHECK(std::distance(begin(tasks), end(tasks)) == 1);
  CHECK(keeping.asked() == 0);
}

}  // namespace
