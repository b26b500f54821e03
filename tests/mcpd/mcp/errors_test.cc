#include "mcpd/mcp/errors.h"

#include <stdexcept>

#include <doctest/doctest.h>

namespace {

using base::Code;
using base::Fault;
using base::Level;

const mcp::Revision& modern() {
  return *mcp::find_revision(mcp::kModern, "2026-07-28");
}

std::string call_result(const Fault& fault, const mcp::FailureContext& context) {
  return "{" + mcp::failed_call(fault, context).members + "}";
}

TEST_CASE("how loudly failures are logged") {
  struct Row {
    Code code;
    const char* reason;
    Level level;
  };
  for (const Row& row : std::vector<Row>{
           {Code::kNotFound, "no_match", Level::kNotice},
           {Code::kNotFound, "content_unavailable", Level::kNotice},
           {Code::kNotFound, "pdf_extraction_failed", Level::kNotice},
           {Code::kNotFound, "version_not_served", Level::kNotice},
           {Code::kInvalidParams, "invalid_arguments", Level::kNotice},
           {Code::kCancelled, "", Level::kInfo},
           {Code::kValidation, "invalid_id", Level::kError},
           {Code::kRateLimited, "rate_limited", Level::kError},
           {Code::kInternalError, "", Level::kError},
       }) {
    INFO(row.reason);
    CHECK(mcp::severity(Fault(row.code, row.reason, "m")) == row.level);
  }
}

TEST_CASE("which codes of a failed read the modern era knows") {
  struct Row {
    Code code;
    int modern;
  };
  for (const Row& row : std::vector<Row>{
           {Code::kNotFound, -32602},
           {Code::kValidation, -32602},
           {Code::kInvalidRequest, -32602},
           {Code::kServiceUnavailable, -32603},
           {Code::kRateLimited, -32603},
           {Code::kTimeout, -32603},
           {Code::kConflict, -32603},
           {Code::kDatabase, -32603},
           {Code::kSerialization, -32603},
       }) {
    const Fault fault(row.code, "", "m");
    const mcp::Error legacy = mcp::failed_request(fault, {"r"}, mcp::newest_legacy());
    CHECK(legacy.code == static_cast<int>(row.code));
    CHECK(legacy.data == R"({"requestId":"r"})");
    const mcp::Error now = mcp::failed_request(fault, {"r"}, modern());
    CHECK(now.code == row.modern);
    CHECK(now.data == R"({"code":)" + std::to_string(legacy.code) + R"(,"requestId":"r"})");
  }
  const Fault own(Code::kInternalError, "", "m");
  CHECK(mcp::failed_request(own, {"r"}, modern()).data == R"({"requestId":"r"})");
}

TEST_CASE("the text's closing parenthesis") {
  const auto text = [](const Fault& fault, std::string_view request) {
    const auto result = json::parse(call_result(fault, {request}));
    return std::string(json::text((*json::find(*result, "content"))[0]["text"]));
  };
  CHECK(text(Fault(Code::kTimeout, "", "m"), "") == "Error: m");
  CHECK(text(Fault(Code::kTimeout, "", "m"), "r1") == "Error: m\n\n(request r1)");
  CHECK(text(Fault(Code::kTimeout, "late", "m").retryable(false), "r1") ==
        "Error: m\n\n(reason late \xC2\xB7 not retryable \xC2\xB7 request r1)");
}

TEST_CASE("a hint belongs to its reason") {
  const std::vector<mcp::Recovery> recoveries = {
      {"other", "No."}, {"late", "Wait."}, {"", "Never."}};
  const auto hint = [&](const char* reason) {
    const auto result =
        json::parse(call_result(Fault(Code::kTimeout, reason, "m"), {"r", recoveries}));
    const json::Value* recovery =
        json::find((*result)["structuredContent"]["error"]["data"], "recovery");
    return recovery == nullptr ? "" : std::string(json::text((*recovery)["hint"]));
  };
  CHECK(hint("late") == "Wait.");
  CHECK(hint("unknown") == "");
  CHECK(hint("") == "");
}

TEST_CASE("what was rewritten is told within bounds") {
  mcp::Rewrites rewrites;
  for (int i = 0; i < 30; ++i) {
    rewrites.aliased.emplace_back(std::string(5000, 'a'), "b");
    rewrites.ignored.emplace_back(5000, 'c');
  }
  const std::string result =
      call_result(Fault(Code::kInvalidParams, "", "m"), {"r", {}, &rewrites});
  CHECK(result.size() < 30000);
  const auto parsed = json::parse(result);
  const json::Value& input = (*parsed)["structuredContent"]["error"]["data"]["input"];
  CHECK(input["aliased"].Size() == 10);
  CHECK(input["ignored"].Size() == 10);
  CHECK(json::text(input["ignored"][0]).size() == 1024);
}

TEST_CASE("anything thrown becomes a Fault") {
  std::string detail;
  const auto caught = [&](auto thrown) {
    try {
      throw thrown;
    } catch (...) {
      return mcp::current_fault(detail);
    }
  };
  CHECK(caught(Fault(Code::kNotFound, "no_match", "None.")).reason() == "no_match");
  CHECK(detail.empty());
  const Fault hidden = caught(std::runtime_error("/etc/secret"));
  CHECK(hidden.code() == Code::kInternalError);
  CHECK(hidden.message().find("secret") == std::string::npos);
  CHECK(detail == "/etc/secret");
  CHECK(caught(42).code() == Code::kInternalError);
}

}  // namespace
