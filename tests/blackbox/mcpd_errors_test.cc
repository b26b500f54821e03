// The whole table of failures (contract 1, 3) as a client of either era sees it.

#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace testing {
namespace {

constexpr const char* kLive = R"({"query":"graph*"})";

/// What `error.data.retryable` says.
enum class Retry { kYes, kNo, kUnsaid };

struct Row {
  const char* tool;
  const char* arguments;
  const char* fault;  ///< how arXiv misbehaves, or empty
  Environment environment;
  std::int64_t code;
  const char* reason;
  Retry retry;
  std::vector<const char*> data;  ///< members that are there
};

const Environment kOffline = {{"ARXIV_MIRROR_FALLBACK_LIVE", "false"}};
const Environment kImpatient = {{"ARXIV_API_TIMEOUT_MS", "150"}};

const Row kRows[] = {
    {kSearch, R"({"query":""})", "", {}, -32602, "invalid_arguments", Retry::kNo, {"issues"}},
    {kSearch,
     R"({"query":"x","category":"cs.lg"})",
     "",
     {},
     -32007,
     "unknown_category",
     Retry::kUnsaid,
     {"category", "suggestions"}},
    {kSearch,
     R"({"query":"x","submitted_from":"2023-02-29"})",
     "",
     {},
     -32007,
     "invalid_date_range",
     Retry::kUnsaid,
     {"submitted_from"}},
    {kSearch,
     R"({"query":"graph*","start":10000})",
     "",
     {},
     -32007,
     "start_beyond_result_limit",
     Retry::kNo,
     {"liveReason"}},
    {kSearch,
     kLive,
     "path=/api;status=429;retry-after=3",
     {},
     -32003,
     "rate_limited",
     Retry::kYes,
     {"cooldownAppliedMs", "retryAfter", "consecutiveRateLimits", "status", "url", "liveReason"}},
    {kSearch,
     kLive,
     "path=/api;rate-exceeded",
     {},
     -32003,
     "rate_limited",
     Retry::kYes,
     {"cooldownAppliedMs", "status", "body"}},
    {kSearch,
     kLive,
     "path=/api;status=403",
     {},
     -32600,
     "invalid_request",
     Retry::kUnsaid,
     {"status", "body", "url"}},
    {kSearch,
     kLive,
     "path=/api;status=502",
     {},
     -32000,
     "",
     Retry::kUnsaid,
     {"status", "url", "retryAttempts", "operation"}},
    {kSearch, kLive, "path=/api;close", {}, -32000, "", Retry::kUnsaid, {"url", "retryAttempts"}},
    {kSearch,
     kLive,
     "path=/api;stall-before-headers",
     kImpatient,
     -32004,
     "",
     Retry::kUnsaid,
     {"url"}},
    {kSearch, kLive, "path=/api;garbage", {}, -32070, "", Retry::kUnsaid, {"status", "url"}},
    {kLookUp, R"({"paper_ids":[]})", "", {}, -32602, "invalid_arguments", Retry::kNo, {"issues"}},
    {kLookUp,
     R"({"paper_ids":["bad"]})",
     "",
     {},
     -32007,
     "invalid_id",
     Retry::kUnsaid,
     {"ids", "not_found"}},
    {kLookUp,
     R"({"paper_ids":["2403.00001"]})",
     "",
     {},
     -32001,
     "no_match",
     Retry::kUnsaid,
     {"ids", "not_found"}},
    {kLookUp,
     R"({"paper_ids":["2401.10001v1"]})",
     "",
     kOffline,
     -32000,
     "version_unavailable",
     Retry::kUnsaid,
     {"ids", "not_found"}},
    {kLookUp,
     R"({"paper_ids":["hep-th/9901001v1"]})",
     "",
     {},
     -32001,
     "version_not_served",
     Retry::kNo,
     {"ids", "not_found"}},
    {kLookUp,
     R"({"paper_ids":["2402.20001"]})",
     "path=/api;status=429",
     {},
     -32003,
     "rate_limited",
     Retry::kYes,
     {"cooldownAppliedMs"}},
    {kLookUp,
     R"({"paper_ids":["2402.20001"]})",
     "path=/api;status=404",
     {},
     -32600,
     "invalid_request",
     Retry::kUnsaid,
     {"status"}},
};

/// Runs `ask` for each row in the legacy era and in the modern one, while arXiv misbehaves by the
/// row's fault.
template <class Rows, class Ask>
void in_both_eras(const Rows& rows, Ask ask) {
  for (const bool modern : {false, true}) {
    McpdServers servers(modern);
    for (const auto& row : rows) {
      CAPTURE(modern);
      CAPTURE(row.fault);
      ask(row, servers.take(row.environment, row.fault), modern);
      if (row.reason != nullptr && row.reason == std::string_view("rate_limited")) {
        servers.forget(row.environment);
      }
    }
  }
}

void check(const Row& row, const ToolAnswer& answer) {
  CHECK(answer.is_error);
  CHECK(answer.code() == row.code);
  CHECK(answer.reason() == row.reason);
  const json::Value& data = at(answer.structured, "/error/data");
  const json::Value* retryable = find_at(data, "/retryable");
  CHECK((retryable == nullptr) == (row.retry == Retry::kUnsaid));
  if (retryable != nullptr) CHECK(retryable->GetBool() == (row.retry == Retry::kYes));
  for (const char* member : row.data) {
    CAPTURE(member);
    CHECK(find_at(data, std::string("/") + member) != nullptr);
  }
  // The text tells as much: what happened, what to do, and the id to ask the log for.
  const std::string text = answer.text();
  CHECK(text.starts_with("Error: " + text_at(answer.structured, "/error/message")));
  CHECK(holds(text, "\n\nRecovery: " + text_at(data, "/recovery/hint")));
  CHECK(text.ends_with("request " + text_at(data, "/requestId") + ")"));
  const std::string told = text + json::write(answer.structured);
  for (const char* secret : {"mirror.db", "SELECT", "papers_fts", "sqlite", "terminate"})
    CHECK_FALSE(holds(told, secret));
}

TEST_CASE("every failure of a tool has its code, its reason and a way out, in both eras") {
  in_both_eras(kRows, [](const Row& row, McpClient& client, bool) {
    CAPTURE(row.arguments);
    check(row, client.call_tool(row.tool, row.arguments));
  });
}

TEST_CASE(
    "a failed resource has the contract's code in the legacy era, and as data.code after it") {
  const struct {
    const char* id;
    const char* fault;
    Environment environment;
    std::int64_t legacy;
    std::int64_t modern;
    const char* reason;  ///< nullptr: none
  } kCases[] = {
      {"bad", "", {}, -32007, -32602, "invalid_id"},
      {"%20%20", "", {}, -32007, -32602, "invalid_id"},
      {"2403.00001", "", {}, -32001, -32602, "no_match"},
      {"2401.10001v1", "", kOffline, -32000, -32603, "version_unavailable"},
      {"hep-th%2F9901001v1", "", {}, -32001, -32602, "version_not_served"},
      {"2402.20001", "path=/api;status=429", {}, -32003, -32603, "rate_limited"},
      {"2402.20001", "path=/api;status=404", {}, -32600, -32602, "invalid_request"},
      {"2402.20001", "path=/api;status=503", {}, -32000, -32603, nullptr},
      {"2402.20001", "path=/api;stall-after-headers", kImpatient, -32004, -32603, nullptr},
      {"2402.20001", "path=/api;garbage", {}, -32070, -32603, nullptr},
  };
  in_both_eras(kCases, [](const auto& row, McpClient& client, bool modern) {
    CAPTURE(row.id);
    const json::Document answer =
        client.respond("resources/read", R"({"uri":"arxiv://paper/)" + std::string(row.id) + "\"}");
    const json::Value& error = at(answer, "/error");
    CHECK(at(error, "/code").GetInt64() == (modern ? row.modern : row.legacy));
    if (modern && row.modern != row.legacy) {
      CHECK(at(error, "/data/code").GetInt64() == row.legacy);
    }
    const json::Value* reason = find_at(error, "/data/reason");
    CHECK((reason == nullptr) == (row.reason == nullptr));
    if (reason != nullptr) CHECK(json::text(*reason) == row.reason);
    CHECK_FALSE(text_at(error, "/data/requestId").empty());
    CHECK_FALSE(text_at(error, "/data/recovery/hint").empty());
  });
}

}  // namespace
}  // namespace testing
