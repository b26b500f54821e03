// Servers of one machine share one place in arXiv's queue.

#include <doctest/doctest.h>

#include "tests/blackbox/paced_servers.h"
#include "tests/support/json_path.h"

namespace {

using std::chrono::milliseconds;
using testing::at;
using testing::PacedServers;

constexpr int kServers = 6;
constexpr int kCalls = 10;
constexpr milliseconds kDelay(10);

json::Document slot_status(const PacedServers& servers) {
  testing::Command command{{testing::program("mirrorctl"), "status", "--json"}};
  command.environment = {{"ARXIV_API_BASE_URL", servers.arxiv.base_url() + "/api"},
                         {"ARXIV_MIRROR_PATH", "none"},
                         {"XDG_RUNTIME_DIR", servers.runtime.path().string()}};
  return json::parse(testing::run(command).out).value();
}

TEST_CASE(
    "item 47: of six servers with ten calls each none asks too soon, none is lost or starved") {
  PacedServers servers(kServers, kDelay);
  for (int server = 0; server < kServers; ++server)
    servers.look_up(server, kCalls);
  for (int server = 0; server < kServers; ++server)
    CHECK(servers.settle(server) == 0);
  const auto log = servers.log();
  CHECK(log.size() == kServers * kCalls);
  CHECK(servers.shortest_pause(log) >= kDelay.count());
  CHECK(servers.longest_wait(log) <= 3 * kServers);
}

TEST_CASE(
    "a server that is killed in its request, and one that waits, hold up none of the others") {
  PacedServers servers(kServers, kDelay);
  servers.arxiv.fault("path=/api;nth=1;stall-before-headers");
  servers.look_up(0, kCalls);
  servers.arxiv.wait_for_requests("/api", 1);
  for (int server = 1; server < kServers; ++server)
    servers.look_up(server, kCalls);
  servers.clients[1]->request("ping");
  servers.kill(0);
  servers.arxiv.wait_for_ends("/api", 4);
  servers.kill(1);
  for (int server = 2; server < kServers; ++server)
    CHECK(servers.settle(server) == 0);
  const auto log = servers.log();
  CHECK(servers.shortest_pause(log) >= kDelay.count());
  CHECK(servers.longest_wait(log) <= 3 * kServers);
  for (int server = 2; server < kServers; ++server)
    CHECK(PacedServers::count_of(log, server) == kCalls);
}

TEST_CASE("a throttle of one server is kept by it and by another, and mirrorctl tells of it") {
  PacedServers servers(2, kDelay);
  servers.arxiv.fault("path=/api;nth=1;rate-exceeded");
  servers.look_up(0, 1);
  CHECK(servers.settle(0) == 1);
  servers.look_up(0, 1);
  servers.look_up(1, 1);
  const json::Document status = slot_status(servers);
  CHECK(at(status, "/slots/0/in_use").GetBool() == false);
  CHECK(at(status, "/slots/0/cooldown_left_ms").GetInt() > 3000);
  CHECK(at(status, "/slots/0/cooldown_left_ms").GetInt() <= 5000);
  CHECK(at(status, "/slots/1/cooldown_left_ms").IsNull());
  CHECK(servers.settle(0) == 0);
  CHECK(servers.settle(1) == 0);
  const auto log = servers.log();
  REQUIRE(log.size() == 3);
  CHECK(log[1].begin_ms - log[0].end_ms >= 5'000);
}

TEST_CASE("mirrorctl tells whose request is open, and a look takes nobody's turn") {
  PacedServers servers(1, kDelay);
  servers.arxiv.fault("path=/api;nth=1;stall-before-headers");
  servers.look_up(0, 1);
  servers.arxiv.wait_for_requests("/api", 1);
  const json::Document status = slot_status(servers);
  CHECK(at(status, "/slots/0/name").GetString() == std::string("API"));
  CHECK(at(status, "/slots/0/in_use").GetBool());
  CHECK(at(status, "/slots/0/pid").GetInt() == servers.clients[0]->process().pid());
  CHECK(at(status, "/slots/0/held_ms").GetInt() < 20'000);
  servers.arxiv.release();
  CHECK(servers.settle(0) == 0);
  CHECK_FALSE(at(slot_status(servers), "/slots/0/in_use").GetBool());
}

TEST_CASE("where no file can be made a server still answers and keeps its own pauses") {
  testing::StandinProcess arxiv({"--generate", "1"});
  testing::Command command{{testing::program("mcpd")}};
  command.environment = {{"ARXIV_MIRROR_ENABLED", "false"},
                         {"ARXIV_API_BASE_URL", arxiv.base_url() + "/api"},
                         {"ARXIV_REQUEST_DELAY_MS", std::to_string(kDelay.count())},
                         {"RUNTIME_DIRECTORY", "/proc/none"}};
  testing::McpClient client(command);
  client.open();
  for (const char* id : {"2401.00001", "2401.00002"})
    client.call_tool("arxiv_get_metadata", "{\"paper_ids\":[\"" + std::string(id) + "\"]}");
  CHECK(client.process().wait_for_stderr("pauses are kept within this process alone"));
  const auto log = arxiv.log();
  REQUIRE(log.size() == 2);
  CHECK(log[1].begin_ms - log[0].end_ms >= kDelay.count());
}

}  // namespace
