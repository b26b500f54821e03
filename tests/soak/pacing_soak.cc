// Servers of one machine at arXiv's real pace, and ones that are killed at any time.
#include <numeric>
#include <random>
#include <thread>

#include <doctest/doctest.h>

#include "tests/blackbox/paced_servers.h"

namespace {

using std::chrono::milliseconds;
using testing::PacedServers;

constexpr int kServers = 6;
constexpr int kCalls = 10;
constexpr int kThreeRounds = 3 * kServers;

base::Deadline five_minutes() {
  return base::Deadline::after(std::chrono::minutes(5));
}

void tell(const PacedServers& servers, const PacedServers::Log& log) {
  MESSAGE("requests " << log.size() << ", shortest pause " << servers.shortest_pause(log)
                      << " ms, longest wait " << servers.longest_wait(log) << " requests");
}

TEST_CASE("six servers with ten calls each, three seconds apart") {
  constexpr milliseconds kDelay(3000);
  PacedServers servers(kServers, kDelay);
  for (int server = 0; server < kServers; ++server)
    servers.look_up(server, kCalls);
  for (int server = 0; server < kServers; ++server)
    CHECK(servers.settle(server, five_minutes()) == 0);
  const auto log = servers.log();
  tell(servers, log);
  CHECK(log.size() == kServers * kCalls);
  CHECK(servers.shortest_pause(log) >= kDelay.count());
  CHECK(servers.longest_wait(log) <= kThreeRounds);
}

TEST_CASE("any of six servers killed at any time, beside throttles: the others notice nothing") {
  constexpr milliseconds kDelay(50);
  constexpr int kKills = 80;
  PacedServers servers(kServers, kDelay);
  std::mt19937 random(7);
  for (const char* skipped : {"20", "90", "150"})
    servers.arxiv.fault("path=/api;count=1;status=429;skip=" + std::string(skipped));
  servers.arxiv.fault("path=/api;drip=20000");
  std::vector<int> alive(kServers);
  std::iota(alive.begin(), alive.end(), 0);
  for (int kill = 0; kill < kKills; ++kill) {
    for (const int server : alive)
      servers.keep_in_flight(server, kCalls);
    std::this_thread::sleep_for(milliseconds(random() % 400));
    int& victim = alive[random() % alive.size()];
    servers.kill(victim);
    victim = servers.start();
    servers.look_up(victim, kCalls);
  }
  int throttled = 0;
  for (const int server : alive)
    throttled += servers.settle(server, five_minutes());
  const auto log = servers.log();
  tell(servers, log);
  MESSAGE("shortest cooldown " << servers.shortest_cooldown(log) << " ms, throttled calls of the "
                               << "last six " << throttled);
  for (const int server : alive)
    CHECK(PacedServers::count_of(log, server) == servers.asked(server));
  CHECK(servers.shortest_pause(log) >= kDelay.count());
  CHECK(servers.shortest_cooldown(log) >= 5'000);
  CHECK(servers.longest_wait(log) <= kThreeRounds);
}

}  // namespace
