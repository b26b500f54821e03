#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"
#include "tests/blackbox/offline.h"

namespace testing {
namespace {

constexpr const char* kLacking = R"({"paper_ids":["2402.20001"]})";
constexpr const char* kHalfHeld = R"({"paper_ids":["2402.20001","2401.10002"]})";

/// How arXiv fails, and what the call says when the mirror has nothing.
struct Failure {
  const char* rule;
  std::int64_t code;
  const char* reason;
};

/// A call while arXiv fails so.
ToolAnswer answer_under(const Failure& failure, const char* arguments, McpdServers& servers,
                        const Environment& environment) {
  ToolAnswer answer = servers.take(environment, failure.rule).call_tool(kLookUp, arguments);
  if (failure.reason == std::string_view("rate_limited")) servers.forget(environment);
  return answer;
}

/// One call for what the mirror lacks alone, one beside what it holds, while arXiv fails so.
void check_failure(const Failure& failure, McpdServers& servers,
                   const Environment& environment = {}) {
  CAPTURE(failure.rule);
  const ToolAnswer alone = answer_under(failure, kLacking, servers, environment);
  CHECK(alone.is_error);
  CHECK(alone.code() == failure.code);
  CHECK(alone.reason() == failure.reason);
  const ToolAnswer partial = answer_under(failure, kHalfHeld, servers, environment);
  CHECK_FALSE(partial.is_error);
  CHECK(outcomes(partial) == Words{"2401.10002v1", "2402.20001 live_lookup_failed"});
  const std::string detail = text_at(partial.structured, "/not_found/0/detail");
  CHECK(detail == text_at(alone.structured, "/error/message"));
  CHECK(holds(partial.text(), "- 2402.20001 (live_lookup_failed): " + detail));
  CHECK(text_at(partial.structured, "/source") == "mirror");
}

TEST_CASE("item 64: an outage fails a call without mirror hits and spares one that has some") {
  const std::string file = TEST_DATA "/mcpd/atom/prefixed.xml";
  const std::string page = "path=/api;body=" + file + ";type=text/html";
  const Failure kFailures[] = {
      {"path=/api;status=500", -32000, ""},
      {"path=/api;status=503;retry-after=0", -32000, ""},
      {"path=/api;close", -32000, ""},
      {"path=/api;drop", -32000, ""},
      {"path=/api;status=429;retry-after=7", -32003, "rate_limited"},
      {"path=/api;status=406", -32003, "rate_limited"},
      {"path=/api;rate-exceeded", -32003, "rate_limited"},
      {"path=/api;garbage", -32070, ""},
      {"path=/api;truncate", -32070, ""},
      {page.c_str(), -32070, ""},
  };
  McpdServers servers;
  for (const Failure& failure : kFailures)
    check_failure(failure, servers);
  McpClient& client = servers.take({}, "path=/api;status=503");
  CHECK(client.call_tool(kLookUp, kLacking).is_error);
  servers.arxiv.clear_faults();
  CHECK(outcomes(client.call_tool(kLookUp, kLacking)) == Words{"2402.20001v2"});
}

TEST_CASE("an arXiv that stalls fails a look-up in its own time, before the headers or behind") {
  McpdServers servers;
  for (const char* rule : {"path=/api;stall-before-headers", "path=/api;stall-after-headers"})
    check_failure({rule, -32004, ""}, servers, {{"ARXIV_API_TIMEOUT_MS", "300"}});
}

TEST_CASE("item 65: a look-up that arXiv rejects fails even beside mirror hits") {
  McpdSetting setting;
  const std::string feed = TEST_DATA "/mcpd/atom/error.xml";
  for (const std::string& rule :
       {std::string("path=/api;status=404"), "path=/api;type=application/atom+xml;body=" + feed}) {
    CAPTURE(rule);
    setting.arxiv.clear_faults();
    setting.arxiv.fault(rule);
    const ToolAnswer answer = setting.client.call_tool(kLookUp, kHalfHeld);
    CHECK(answer.is_error);
    CHECK(answer.code() == -32600);
    CHECK(answer.reason() == "invalid_request");
  }
}

TEST_CASE("a throttle says how long arXiv asked to wait, and that waiting helps") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;status=429;retry-after=120");
  const ToolAnswer answer = setting.client.call_tool(kLookUp, kLacking);
  CHECK(text_at(answer.structured, "/error/data/retryAfter") == "120");
  CHECK(at(answer.structured, "/error/data/retryable").GetBool());
  CHECK(at(answer.structured, "/error/data/status").GetInt() == 429);
  CHECK(holds(answer.text(), "(reason rate_limited · retryable · request "));
}

TEST_CASE("a cancelled look-up is dropped at once and never answered") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;stall-before-headers");
  const std::int64_t id = setting.client.send_call(kLookUp, kLacking);
  setting.arxiv.wait_for_requests("/api", 1);
  setting.client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(id) + "}");
  setting.arxiv.wait_for_ends("/api", 1);
  CHECK_FALSE(setting.client.call_tool("arxiv_list_categories").is_error);
  CHECK(outcomes(setting.client.call_tool(kLookUp, R"({"paper_ids":"2401.10002"})")) ==
        Words{"2401.10002v1"});
  CHECK_FALSE(setting.client.has_response(id));
}

TEST_CASE("a stalled look-up holds up nothing else") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;count=1;stall-before-headers");
  const std::int64_t slow = setting.client.send_call(kLookUp, kLacking);
  setting.arxiv.wait_for_requests("/api", 1);
  CHECK_FALSE(setting.client.call_tool("arxiv_search_papers", R"({"query":"knots"})").is_error);
  CHECK_FALSE(setting.client.has_response(slow));
  setting.arxiv.release();
  CHECK(outcomes(setting.client.wait_for_call(slow)) == Words{"2402.20001v2"});
}

TEST_CASE("without a network the mirror answers at once, and the rest fails with one clear error") {
  Offline offline;
  // A tenth of a second on a machine that does nothing else (mcpd_soak).
  CHECK(offline.slowest_answer(3) < std::chrono::seconds(3));
  offline.check_failures();
}

TEST_CASE("the request names the program and its contact") {
  McpdSetting setting(Environment{{"ARXIV_CONTACT", "someone@example.org"}});
  setting.client.call_tool(kLookUp, kLacking);
  const auto log = setting.arxiv.log();
  REQUIRE(log.size() == 1);
  CHECK(holds(log[0].user_agent, "arxiv-mirror/"));
  CHECK(holds(log[0].user_agent, "someone@example.org"));
  CHECK(holds(log[0].target, "&max_results=1"));
}

}  // namespace
}  // namespace testing
