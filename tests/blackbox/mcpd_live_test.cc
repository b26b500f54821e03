// What goes to arXiv, how it is asked, and what comes back of it.

#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace testing {
namespace {

constexpr const char* kNewest = R"({"query":"graph","sort_by":"submitted"})";

std::vector<std::string> targets(const McpdSetting& setting) {
  std::vector<std::string> result;
  for (const LoggedRequest& request : setting.arxiv.log())
    result.push_back(request.target);
  return result;
}

TEST_CASE("a query the mirror cannot follow is asked of arXiv as composed, and answered as usual") {
  McpdSetting setting;
  const ToolAnswer answer = setting.client.call_tool(
      kSearch, R"({"query":"ti:words OR cat:math.GT","category":"math","max_results":7,)"
               R"("submitted_to":"2004-12-31","sort_by":"updated","sort_order":"ascending"})");
  REQUIRE_FALSE(answer.is_error);
  CHECK(outcomes(answer) == Words{"math/0405001v1"});
  CHECK(targets(setting) ==
        Words{"/api/query?search_query=(ti:words%20OR%20cat:math.GT)%20AND%20(cat:math.*%20OR%20"
              "cat:math%20OR%20cat:cs.IT%20OR%20cat:math-ph)%20AND%20submittedDate:"
              "%5B199101010000%20TO%20200501010000%5D&start=0&max_results=7"
              "&sortBy=lastUpdatedDate&sortOrder=ascending"});
  CHECK(text_at(answer.structured, "/source") == "live");
  CHECK(text_at(answer.structured, "/liveReason") == "filter_not_conjunct");
  CHECK(at(answer.structured, "/totalFound").GetInt() == 1);
  CHECK(find_at(answer.structured, "/asOf") == nullptr);
  CHECK(holds(answer.text(), "**Links**\narXiv:math/0405001v1 | math.GT | 2004-05-01\nE. Gale"));
  CHECK(holds(answer.text(), "**Source:** live\n**Live Reason:** filter_not_conjunct"));
}

TEST_CASE("items 14 and 15: a live search without results is a success with a notice") {
  McpdSetting setting;
  const ToolAnswer none = setting.client.call_tool(kSearch, R"({"query":"nothingholds*"})");
  CHECK_FALSE(none.is_error);
  CHECK(text_at(none.structured, "/liveReason") == "wildcard");
  CHECK(holds(text_at(none.structured, "/notice"), "No paper matches"));
  const ToolAnswer past = setting.client.call_tool(kSearch, R"({"query":"graph*","start":50})");
  CHECK(holds(text_at(past.structured, "/notice"), "last valid start is "));
}

TEST_CASE(
    "items 2 and 3: where arXiv's results end a page is cut, and no further one is asked for") {
  McpdSetting setting;
  const ToolAnswer refused =
      setting.client.call_tool(kSearch, R"({"query":"graph*","start":10000})");
  CHECK(refused.code() == -32007);
  CHECK(refused.reason() == "start_beyond_result_limit");
  CHECK(holds(refused.text(), "submitted_from/submitted_to window"));
  CHECK(targets(setting).empty());
  CHECK_FALSE(
      setting.client.call_tool(kSearch, R"({"query":"graph*","start":9980,"max_results":50})")
          .is_error);
  CHECK(holds(targets(setting).at(0), "&start=9980&max_results=20&"));
  // The mirror takes that start, even where arXiv would be asked first.
  CHECK_FALSE(setting.client.call_tool(kSearch, R"({"query":"graph","start":10000})").is_error);
  const ToolAnswer newest =
      setting.client.call_tool(kSearch, R"({"query":"graph","start":10000,"sort_by":"submitted"})");
  CHECK(text_at(newest.structured, "/source") == "mirror");
  CHECK(targets(setting).size() == 1);
}

TEST_CASE("a query that arXiv refuses fails with arXiv's words and how to write it") {
  McpdSetting setting;
  const ToolAnswer answer = setting.client.call_tool(kSearch, R"({"query":"(graph"})");
  CHECK(answer.code() == -32600);
  CHECK(answer.reason() == "invalid_request");
  CHECK(holds(answer.text(), "Invalid query string: '(graph'"));
  CHECK(holds(answer.text(), "Close every parenthesis that is opened."));
  CHECK(text_at(answer.structured, "/error/data/liveReason") == "unbalanced_parens");
  CHECK(at(answer.structured, "/error/data/status").GetInt() == 400);
}

TEST_CASE("the newest are arXiv's first; the mirror's while arXiv fails") {
  McpdSetting setting;
  const ToolAnswer live = setting.client.call_tool(kSearch, kNewest);
  CHECK(text_at(live.structured, "/source") == "live");
  CHECK(text_at(live.structured, "/liveReason") == "recency");
  setting.arxiv.fault("path=/api;status=503");
  const ToolAnswer stored = setting.client.call_tool(kSearch, kNewest);
  CHECK(text_at(stored.structured, "/source") == "mirror");
  CHECK(text_at(stored.structured, "/asOf") == "2024-03-06");
  CHECK(outcomes(stored) == Words{"2401.10002v1", "2401.10001v3"});
  const ToolAnswer unknown =
      setting.client.call_tool(kSearch, R"({"query":"unheard","sort_by":"submitted"})");
  CHECK(unknown.code() == -32000);
  CHECK(holds(unknown.text(), "(failed after 2 attempts)"));
  CHECK(at(unknown.structured, "/error/data/retryAttempts").GetInt() == 2);
  CHECK(text_at(unknown.structured, "/error/data/operation") == "search");
}

TEST_CASE("item 41: what only arXiv can answer fails with arXiv's failure") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;status=503");
  const ToolAnswer answer = setting.client.call_tool(kSearch, R"({"query":"graph AND ti:the"})");
  CHECK(answer.code() == -32000);
  CHECK(text_at(answer.structured, "/error/data/liveReason") == "stopword");
  CHECK(holds(answer.text(), "Leave that word out"));
}

TEST_CASE("decision 48: without a network what the mirror can answer comes at once") {
  McpdSetting setting(Environment{{"ARXIV_API_BASE_URL", "http://127.0.0.1:1/api"},
                                  {"ARXIV_API_RETRY_DELAY_MS", "60000"},
                                  {"ARXIV_REQUEST_DELAY_MS", "60000"}});
  // One of these has to find out, and the others do not wait for their turns to do the same.
  std::vector<std::int64_t> calls;
  for (int number = 0; number < 10; ++number)
    calls.push_back(setting.client.send_call(kSearch, kNewest));
  for (const std::int64_t id : calls)
    CHECK(text_at(setting.client.wait_for_call(id).structured, "/source") == "mirror");
  for (const char* arguments : {kNewest, R"({"query":"graph"})"}) {
    CHECK(text_at(setting.client.call_tool(kSearch, arguments).structured, "/source") == "mirror");
    CHECK(setting.client.latency() < std::chrono::seconds(5));
  }
  CHECK(outcomes(setting.client.call_tool(kLookUp, R"({"paper_ids":"2401.10002"})")) ==
        Words{"2401.10002v1"});
}

TEST_CASE("a cancelled search is dropped at once and never answered, from the mirror neither") {
  McpdSetting setting;
  setting.arxiv.fault("path=/api;stall-before-headers");
  const std::int64_t id = setting.client.send_call(kSearch, kNewest);
  setting.arxiv.wait_for_requests("/api", 1);
  setting.client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(id) + "}");
  setting.arxiv.wait_for_ends("/api", 1);
  CHECK_FALSE(setting.client.call_tool(kSearch, R"({"query":"graph"})").is_error);
  CHECK_FALSE(setting.client.has_response(id));
}

TEST_CASE("item 51: superseded old-style versions that arXiv does not serve are told apart") {
  McpdSetting setting(Environment{{"ARXIV_MIRROR_ENABLED", "false"}});
  const ToolAnswer answer = setting.client.call_tool(
      kLookUp,
      R"({"paper_ids":["hep-th/9901001v1","2401.10001v1","astro-ph/0703001v1","hep-th/9901001v9"]})");
  CHECK(outcomes(answer) == Words{"2401.10001v1", "hep-th/9901001v1 version_not_served",
                                  "astro-ph/0703001v1 version_not_served",
                                  "hep-th/9901001v9 not_in_arxiv"});
  CHECK(setting.asked() ==
        Words{"hep-th%2F9901001v1,2401.10001v1,astro-ph%2F0703001v1,hep-th%2F9901001v9",
              "hep-th%2F9901001,2401.10001v1,astro-ph%2F0703001"});
  const std::string detail = text_at(answer.structured, "/not_found/0/detail");
  CHECK(holds(detail, "v2"));
  CHECK(holds(detail, "https://arxiv.org/pdf/hep-th/9901001v1"));
  CHECK(holds(answer.text(), detail));
}

TEST_CASE("a version that is not served is a failure of its own, on both surfaces") {
  McpdSetting setting;
  const ToolAnswer answer =
      setting.client.call_tool(kLookUp, R"({"paper_ids":["hep-th/9901001v1"]})");
  CHECK(answer.code() == -32001);
  CHECK(answer.reason() == "version_not_served");
  CHECK_FALSE(at(answer.structured, "/error/data/retryable").GetBool());
  CHECK(holds(answer.text(), "(reason version_not_served · not retryable · request "));
  const json::Document resource =
      setting.client.respond("resources/read", R"({"uri":"arxiv://paper/hep-th%2F9901001v1"})");
  CHECK(at(resource, "/error/code").GetInt() == -32001);
  CHECK(text_at(resource, "/error/data/reason") == "version_not_served");
  CHECK(holds(text_at(resource, "/error/message"), "https://arxiv.org/pdf/hep-th/9901001v1"));
  setting.client.be_modern();
  const json::Document modern =
      setting.client.respond("resources/read", R"({"uri":"arxiv://paper/hep-th%2F9901001v1"})");
  CHECK(at(modern, "/error/code").GetInt() == -32602);
  CHECK(at(modern, "/error/data/code").GetInt() == -32001);
}

}  // namespace
}  // namespace testing
