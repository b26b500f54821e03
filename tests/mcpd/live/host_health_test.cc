#include "mcpd/live/host_health.h"

#include <thread>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "mcpd/live/api_client.h"
#include "tests/common/http/loopback_server.h"

namespace {

using base::Code;
using base::Fault;
using std::chrono::milliseconds;

TEST_CASE("a host that refuses counts as down, and is spared by whom else can answer") {
  http::Client http({"test/1", "", ""});
  pacing::Pacer pacer({"API", milliseconds(0)});
  live::ApiClient api(http, pacer,
                      {"http://127.0.0.1:1/api", std::chrono::seconds(20), milliseconds(1)});
  CHECK_FALSE(api.is_down());
  const auto failure = [&](const live::Patience& patience) {
    try {
      api.search({"all:x"}, patience);
    } catch (const Fault& fault) {
      return fault;
    }
    throw std::logic_error("the search succeeded");
  };
  live::Patience spared;
  spared.has_other_answer = true;
  const Fault first = failure(spared);
  CHECK(first.code() == Code::kServiceUnavailable);
  CHECK(first.find("retryAttempts") == nullptr);
  CHECK(api.is_down());
  CHECK(failure(spared).message() == "arXiv's API cannot be reached at the moment.");
  CHECK(failure({}).message().ends_with(" (failed after 2 attempts)"));
}

TEST_CASE("when the host is found to be down, whoever waits and has another answer is let go") {
  pacing::Pacer pacer({"API", milliseconds(0)});
  testing::LoopbackServer server([&](testing::Conversation& client) {
    // Closed unread, but not before the other one waits.
    if (!client.read_head()) return;
    while (pacer.waiting() == 0 && !client.closes_within(milliseconds(5))) {
    }
  });
  http::Client http({"test/1", "", ""});
  live::ApiClient api(http, pacer, {server.url("/api"), std::chrono::seconds(20), milliseconds(1)});
  const auto code_of = [&](bool has_other_answer) {
    live::Patience patience;
    patience.has_other_answer = has_other_answer;
    try {
      api.search({"all:x"}, patience);
    } catch (const Fault& fault) {
      return fault.code();
    }
    throw std::logic_error("the search succeeded");
  };
  std::optional<Code> found_out;
  std::jthread finding_out([&] { found_out = code_of(true); });
  while (server.connections() == 0)
    std::this_thread::yield();
  CHECK(code_of(true) == Code::kServiceUnavailable);
  finding_out.join();
  CHECK(found_out == Code::kServiceUnavailable);
  CHECK(server.connections() == 1);
}

TEST_CASE("a host counts as down until it answers") {
  live::HostHealth health;
  const std::stop_token before = health.down();
  CHECK_FALSE(before.stop_requested());
  health.note_unreachable();
  CHECK(health.is_down());
  CHECK(before.stop_requested());
  CHECK(health.down().stop_requested());
  health.note_answered();
  CHECK_FALSE(health.is_down());
  CHECK_FALSE(health.down().stop_requested());
}

}  // namespace
