#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace {

using testing::at;
using testing::find_at;
using testing::holds;
using testing::McpdSetting;
using testing::text_at;
using testing::ToolAnswer;
using Words = std::vector<std::string>;

constexpr const char* kTool = "arxiv_search_papers";

Words ids_of(const ToolAnswer& answer) {
  Words ids;
  for (const json::Value& paper : at(answer.structured, "/papers").GetArray())
    ids.push_back(text_at(paper, "/id"));
  return ids;
}

std::string with_query(std::string_view query, std::string_view rest = "") {
  json::Writer out;
  out.string(query);
  return "{\"query\":" + out.take() + std::string(rest) + "}";
}

TEST_CASE("papers are found by every kind of term") {
  McpdSetting setting;
  const struct {
    const char* query;
    Words ids;
  } kCases[] = {
      {"ti:networks", {"2401.10001v3"}},
      {"NETWORKS", {"2401.10001v3"}},
      {"au:Lukasz", {"2401.10001v3"}},
      {"au:moss AND ti:strings", {"hep-th/9901001v2"}},
      {"abs:\"message passing\"", {"2401.10001v3"}},
      {"co:\"12 pages\"", {"2401.10001v3"}},
      {"jr:Ex", {"2401.10001v3"}},
      {"cat:hep-th", {"hep-th/9901001v2"}},
      {"cat:stat AND graph", {"2401.10001v3"}},
      {"graph ANDNOT knots", {"2401.10001v3"}},
      {"(\"graph kernels\" OR ti:strings) AND cat:math.GT", {"2401.10002v1"}},
      {"ti:erdos", {"2401.10001v3"}},
      {"all:rest AND submittedDate:[199901010000 TO 199912312359]", {"hep-th/9901001v2"}},
  };
  for (const auto& [query, ids] : kCases) {
    CAPTURE(query);
    const ToolAnswer answer = setting.client.call_tool(kTool, with_query(query));
    REQUIRE_FALSE(answer.is_error);
    CHECK(ids_of(answer) == ids);
    CHECK(text_at(answer.structured, "/source") == "mirror");
    CHECK(holds(answer.text(), "arXiv:" + ids.front()));
  }
  CHECK(setting.arxiv.log().empty());
}

TEST_CASE("filters, orders and pages; the effective query replays alone") {
  McpdSetting setting(McpdSetting::Environment{{"ARXIV_MIRROR_RECENT_DAYS_LIVE", "0"}});
  const auto search = [&](std::string_view query, std::string_view rest) {
    return setting.client.call_tool(kTool, with_query(query, rest));
  };
  CHECK(ids_of(search("graph", R"(,"sort_by":"submitted")")) ==
        Words{"2401.10002v1", "2401.10001v3"});
  CHECK(ids_of(search("graph", R"(,"sort_by":"updated")")) ==
        Words{"2401.10001v3", "2401.10002v1"});
  CHECK(ids_of(search("graph", R"(,"sort_by":"updated","sort_order":"ascending")")) ==
        Words{"2401.10002v1", "2401.10001v3"});
  const ToolAnswer first = search("graph", R"(,"sort_by":"submitted","maxResults":1)");
  CHECK(ids_of(first) == Words{"2401.10002v1"});
  CHECK(at(first.structured, "/truncated").GetBool());
  CHECK(holds(text_at(first.structured, "/notice"), "start=1"));
  CHECK(ids_of(search("graph", R"(,"sort_by":"submitted","max_results":1,"start":"1")")) ==
        Words{"2401.10001v3"});
  const ToolAnswer narrowed =
      search("graph OR strings",
             R"(,"category":"math","submitted_from":"2024-01-23","submitted_to":"2024-01-23")");
  CHECK(ids_of(narrowed) == Words{"2401.10002v1"});
  const std::string effective = text_at(narrowed.structured, "/effectiveQuery");
  CHECK(effective.ends_with("submittedDate:[202401230000 TO 202401240000]"));
  CHECK(ids_of(search(effective, "")) == Words{"2401.10002v1"});
}

TEST_CASE("item 11: a whole number as query is taken as text, a boolean is refused") {
  McpdSetting setting;
  const ToolAnswer answer = setting.client.call_tool(kTool, R"({"query":12})");
  REQUIRE_FALSE(answer.is_error);
  CHECK(text_at(answer.structured, "/effectiveQuery") == "12");
  CHECK(ids_of(answer) == Words{"2401.10001v3"});
  CHECK(setting.client.call_tool(kTool, R"({"query":true})").reason() == "invalid_arguments");
}

TEST_CASE("item 12: both spellings of one argument are refused") {
  McpdSetting setting;
  CHECK(setting.client.call_tool(kTool, with_query("graph", R"(,"maxResults":1,"max_results":2)"))
            .reason() == "invalid_arguments");
}

TEST_CASE("failures of a search say what to do") {
  McpdSetting setting;
  const struct {
    std::string arguments;
    const char* reason;
    std::int64_t code;
    const char* recovery;
  } kCases[] = {
      {with_query("graph", R"(,"category":"cs.lg")"), "unknown_category", -32007, "suggestions"},
      {with_query("graph", R"(,"submitted_from":"2023-02-29")"), "invalid_date_range", -32007,
       "YYYY-MM-DD"},
      {with_query("graph", R"(,"submitted_from":"2024-02-02","submitted_to":"2024-02-01")"),
       "invalid_date_range", -32007, "YYYY-MM-DD"},
      {with_query("graph", R"(,"max_results":10001)"), "invalid_arguments", -32602, "max_results"},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.arguments);
    const ToolAnswer answer = setting.client.call_tool(kTool, row.arguments);
    CHECK(answer.reason() == row.reason);
    CHECK(answer.code() == row.code);
    CHECK(holds(text_at(answer.structured, "/error/data/recovery/hint"), row.recovery));
  }
}

}  // namespace
