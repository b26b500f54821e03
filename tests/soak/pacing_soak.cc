// Servers of one machine at arXiv's real pace, and ones that are killed at any time.
#include <random>
#include <thread>

#include <doctest/doctest.h>

#include "tests/blackbox/paced_servers.h"

namespace {

using std::chrono::milliseconds;
using testing::PacedServers;

TEST_CASE("six servers with ten calls each, three seconds apart") {
  PacedServers servers(6, milliseconds(3000));
  for (int server = 0; server < 6; ++server)
    servers.look_up(server, 10);
  const auto deadline = base::Deadline::after(std::chrono::minutes(5));
  for (int server = 0; server < 6; ++server)
    CHECK(servers.settle(server, deadline) == 0);
  const auto log = servers.log();
  CHECK(log.size() == 60);
  CHECK(servers.shortest_pause(log) >= 3000);
  CHECK(PacedServers::longest_wait(log) <= 18);
}

TEST_CASE("servers that are killed at any time change nothing for the others") {
  constexpr milliseconds kDelay(50);
  constexpr int kKills = 80;
  PacedServers servers(4, kDelay);
  std::mt19937 random(7);
  servers.arxiv.fault("path=/api;drip=40000");
  for (int server = 0; server < 4; ++server)
    servers.look_up(server, 400);
  for (int kill = 0; kill < kKills; ++kill) {
    const int victim = servers.start();
    servers.look_up(victim, 3);
    std::this_thread::sleep_for(milliseconds(random() % 300));
    servers.kill(victim);
  }
  const auto deadline = base::Deadline::after(std::chrono::minutes(5));
  for (int server = 0; server < 4; ++server)
    CHECK(servers.settle(server, deadline) == 0);
  const auto log = servers.log();
  const auto of_survivors =
      std::count_if(log.begin(), log.end(), [](const auto& request) { return request.server < 4; });
  CHECK(of_survivors == 4 * 400);
  CHECK(servers.shortest_pause(log) >= kDelay.count());
  CHECK(PacedServers::longest_wait(log) <= 3 * 5);
}

}  // namespace
