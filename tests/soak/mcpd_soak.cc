/// A session of mcpd that lasts: it answers every request, keeps its memory and stays quick.

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/blackbox/offline.h"
#include "tests/support/json_path.h"
#include "tests/support/mcp_client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::McpClient;

constexpr int kRounds = 400;
constexpr int kCallsARound = 100;
constexpr int kCancelEvery = 7;

/// A mirror of invented papers, and a server on it.
struct Session {
  testing::TempDir folder;
  testing::StandinProcess arxiv{{"--generate", "3000", "--seed", "5"}};
  std::string file = folder / "mirror.db";
  McpClient client;

  Session() : client(harvested()) { client.open(); }

 private:
  testing::Command harvested() const {
    const auto harvest =
        testing::run({{testing::program("harvestd"), "init", "--quiet", "--mirror", file,
                       "--oai-base-url", arxiv.oai_url(), "--oai-request-delay-ms", "0"}});
    REQUIRE(harvest.status == 0);
    return {{testing::program("mcpd"), "--mirror", file, "--api-base-url",
             arxiv.base_url() + "/api", "--request-delay-ms", "0"}};
  }
};

long resident_kib(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

struct Request {
  const char* tool;
  const char* arguments;
  bool fails;
};
const Request kRequests[] = {
    {"arxiv_search_papers", R"({"query":"black holes","max_results":50})", false},
    {"arxiv_search_papers", R"({"query":"ti:language AND abs:models","sort_by":"updated"})", false},
    {"arxiv_search_papers", R"({"query":"cat:cs.LG","sort_by":"submitted","start":20})", false},
    {"arxiv_search_papers", R"({"query":"((unbalanced"})", true},
    {"arxiv_search_papers", R"({"query":"x","category":"cs.XX"})", true},
    {"arxiv_list_categories", "{}", false},
    {"arxiv_list_categories", R"({"group":"nonsense"})", true},
    {"arxiv_get_metadata", R"({"paper_ids":["not an id"]})", true},
    {"arxiv_read_paper", R"({"paper_id":"not an id"})", true},
};

/// One round of calls in flight together, some of them cancelled.
void play_round(McpClient& client) {
  std::vector<std::pair<std::int64_t, const Request*>> sent;
  for (int i = 0; i < kCallsARound; ++i) {
    const Request& request = kRequests[static_cast<std::size_t>(i) % std::size(kRequests)];
    const std::int64_t id = client.send_call(request.tool, request.arguments);
    if (i % kCancelEvery == 0) {
      client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(id) + "}");
    } else {
      sent.emplace_back(id, &request);
    }
  }
  for (const auto& [id, request] : sent) {
    CAPTURE(request->arguments);
    REQUIRE(client.wait_for_call(id).is_error == request->fails);
  }
}

TEST_CASE("forty thousand calls leave the server as it was") {
  Session session;
  McpClient& client = session.client;
  for (int round = 0; round < kRounds / 4; ++round) {
    play_round(client);
  }
  const long early = resident_kib(client.process().pid());
  for (int round = kRounds / 4; round < kRounds; ++round) {
    play_round(client);
  }
  const long late = resident_kib(client.process().pid());
  CAPTURE(early);
  CAPTURE(late);
  CHECK(late < early + 8 * 1024);
  CHECK(client.call_tool("arxiv_list_categories").structured["categories"].Size() == 155);
  CHECK(client.process().finish().status == 0);
}

TEST_CASE("without a network whatever the mirror can answer comes within a tenth of a second") {
  testing::Offline offline;
  const auto slowest = offline.slowest_answer(200);
  MESSAGE("slowest answer " << slowest.count() << " ms");
  CHECK(slowest < std::chrono::milliseconds(100));
}

}  // namespace
