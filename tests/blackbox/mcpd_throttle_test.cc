// How arXiv is spared: pauses between requests, patience when it asks for some.

#include <thread>

#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace testing {
namespace {

constexpr const char* kLiveSearch = R"({"query":"graph*"})";
constexpr const char* kLacking = R"({"paper_ids":["2402.20001"]})";

TEST_CASE(
    "items 45 and 46: a throttle fails within a second and names the wait, on every surface") {
  const struct {
    const char* rule;
    std::int64_t cooldown;
    const char* retry_after;
  } kCases[] = {
      {"path=/api;rate-exceeded", 5000, ""},
      {"path=/api;status=406", 5000, ""},
      {"path=/api;status=429;retry-after=120", 30'000, "120"},
      {"path=/api;status=429;retry-after=Fri, 31 Dec 2100 23:59:59 GMT", 30'000,
       "Fri, 31 Dec 2100 23:59:59 GMT"},
      {"path=/api;status=429;retry-after=7;stall-after-headers", 7000, "7"},
      {"path=/api;status=429;retry-after=7;drop", 7000, "7"},
  };
  McpdServers servers;
  std::size_t asked = 0;
  for (const auto& row : kCases) {
    CAPTURE(row.rule);
    McpClient& client = servers.take({}, row.rule);
    const ToolAnswer answer = client.call_tool(kSearch, kLiveSearch);
    CHECK(client.latency() < std::chrono::seconds(3));
    CHECK(answer.code() == -32003);
    CHECK(answer.reason() == "rate_limited");
    const json::Value& data = at(answer.structured, "/error/data");
    CHECK(at(data, "/cooldownAppliedMs").GetInt64() == row.cooldown);
    CHECK(at(data, "/consecutiveRateLimits").GetInt() == 1);
    CHECK(at(data, "/retryable").GetBool());
    CHECK(holds(text_at(data, "/recovery/hint"), "cooldownAppliedMs"));
    const json::Value* header = find_at(data, "/retryAfter");
    CHECK((header == nullptr ? "" : std::string(json::text(*header))) == row.retry_after);
    CHECK(holds(answer.text(), std::to_string(row.cooldown) + " ms"));
    CHECK(servers.arxiv.log().size() == ++asked);
    // What the mirror holds needs no patience.
    CHECK_FALSE(client.call_tool(kSearch, R"({"query":"graph"})").is_error);
    servers.forget({});
  }
}

TEST_CASE("a throttled resource is an error of its era") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;status=429");
  const char* kRead = R"({"uri":"arxiv://paper/2402.20001"})";
  const json::Document legacy = setting.client.respond("resources/read", kRead);
  CHECK(at(legacy, "/error/code").GetInt() == -32003);
  CHECK(text_at(legacy, "/error/data/reason") == "rate_limited");
  CHECK(at(legacy, "/error/data/cooldownAppliedMs").GetInt() == 5000);
  McpdSetting modern_setting;
  modern_setting.arxiv.fault("path=/api;status=429");
  modern_setting.client.be_modern();
  const json::Document modern = modern_setting.client.respond("resources/read", kRead);
  CHECK(at(modern, "/error/code").GetInt() == -32603);
  CHECK(at(modern, "/error/data/code").GetInt() == -32003);
  CHECK(holds(text_at(modern, "/error/data/recovery/hint"), "cooldownAppliedMs"));
}

TEST_CASE("item 47: requests keep the delay after the end of the one before, failed or not") {
  constexpr long long kDelay = 60;
  McpdSetting setting(Environment{{"ARXIV_REQUEST_DELAY_MS", std::to_string(kDelay)}});
  setting.arxiv.fault("path=/api;count=1;status=404");
  std::vector<std::int64_t> calls;
  for (int number = 0; number < 4; ++number)
    calls.push_back(setting.client.send_call(kLookUp, kLacking));
  int failed = 0;
  for (const std::int64_t id : calls)
    failed += setting.client.wait_for_call(id).is_error ? 1 : 0;
  CHECK(failed == 1);
  const auto log = setting.arxiv.log();
  REQUIRE(log.size() == 4);
  for (std::size_t at = 1; at < log.size(); ++at)
    CHECK(log[at].begin_ms - log[at - 1].end_ms >= kDelay);
}

TEST_CASE("item 48: a cancelled call in the queue takes no slot and no time of the others") {
  McpdSetting setting(Environment{{"ARXIV_REQUEST_DELAY_MS", "0"}});
  setting.arxiv.fault("path=/api;count=1;stall-before-headers");
  const std::int64_t first = setting.client.send_call(kLookUp, kLacking);
  setting.arxiv.wait_for_requests("/api", 1);
  const std::int64_t withdrawn =
      setting.client.send_call(kLookUp, R"({"paper_ids":["2403.00001"]})");
  const std::int64_t last = setting.client.send_call(kLookUp, R"({"paper_ids":["math/0405001"]})");
  setting.client.notify("notifications/cancelled",
                        "{\"requestId\":" + std::to_string(withdrawn) + "}");
  setting.client.request("ping");
  setting.arxiv.release();
  CHECK(outcomes(setting.client.wait_for_call(first)) == Words{"2402.20001v2"});
  CHECK(outcomes(setting.client.wait_for_call(last)) == Words{"math/0405001v1"});
  CHECK(setting.asked() == Words{"2402.20001", "math%2F0405001"});
  CHECK_FALSE(setting.client.has_response(withdrawn));
}

TEST_CASE("calls that wait for arXiv do not hold up the end of a session") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;stall-before-headers");
  for (int number = 0; number < 5; ++number)
    setting.client.send_call(kLookUp, kLacking);
  setting.arxiv.wait_for_requests("/api", 1);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(setting.client.process().finish().status == 0);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  CHECK(setting.arxiv.log().size() == 1);
}

TEST_CASE("item 53: a stalled search ends in its time and is not sent again") {
  for (const char* rule : {"path=/api;stall-before-headers", "path=/api;stall-after-headers"}) {
    McpdSetting setting(Environment{{"ARXIV_API_TIMEOUT_MS", "300"}});
    setting.arxiv.fault(rule);
    const ToolAnswer answer = setting.client.call_tool(kSearch, kLiveSearch);
    CHECK(answer.code() == -32004);
    CHECK(setting.client.latency() < std::chrono::seconds(3));
    CHECK(setting.arxiv.log().size() == 1);
  }
}

TEST_CASE("a failure's request id is in the log, and neither tells of files or statements") {
  const TempDir folder;
  McpdSetting setting(Environment{{"ARXIV_MIRROR_PATH", folder.write("mirror.db", "garbage")}});
  setting.arxiv.fault("path=/api;status=503");
  const ToolAnswer answer = setting.client.call_tool(kSearch, kLiveSearch);
  const std::string id = text_at(answer.structured, "/error/data/requestId");
  CHECK_FALSE(id.empty());
  CHECK(holds(answer.text(), "request " + id));
  const std::string told = json::write(answer.structured) + answer.text();
  for (const std::string& secret : {folder.path().string(), std::string("SELECT"),
                                    std::string("papers_fts"), std::string("mirror.db")})
    CHECK_FALSE(holds(told, secret));
  CHECK(setting.client.process().wait_for_stderr("request " + id + " arxiv_search_papers failed"));
}

}  // namespace
}  // namespace testing
