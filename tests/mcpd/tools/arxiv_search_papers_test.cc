#include <doctest/doctest.h>

#include "tests/mcpd/surface_setting.h"

namespace {

using base::Code;
using base::Fault;
using testing::holds;
using testing::joined;

TEST_CASE("contract 1.1: a page of results with its facts on both surfaces") {
  const testing::SurfaceSetting setting;
  const auto result =
      setting.call("arxiv_search_papers", R"({"query":"  graph ","max_results":1})");
  const std::string text = joined(result.texts);
  CHECK(holds(text,
              "**Query:** graph\n**Total Found:** 2\n**Page Start:** 0\n**truncated:** "
              "true\n**shown:** 1\n**cap:** 1\n**Source:** mirror\n**As Of:** "
              "2024-02-01\n> 2 papers match; this page shows 1. The next page begins at "
              "start=1."));
  CHECK(holds(result.structured,
              R"("effectiveQuery":"graph","totalFound":2,"pageStart":0,"truncated":true,"shown":1,)"
              R"("cap":1,"source":"mirror","asOf":"2024-02-01","notice":"2 papers match;)"));
}

TEST_CASE("items 14 and 15: no result and a start past the end are successes with a notice") {
  const testing::SurfaceSetting setting;
  const auto none = setting.call("arxiv_search_papers", R"({"query":"nothingmatchesthis"})");
  CHECK(holds(none.structured, R"("papers":[],)"));
  CHECK(holds(none.structured, R"("totalFound":0)"));
  CHECK(holds(joined(none.texts), "> No paper matches."));
  const auto past = setting.call("arxiv_search_papers", R"({"query":"graph","start":10000})");
  CHECK(holds(past.structured, "last valid start is 1."));
}

TEST_CASE("items 1, 6 and 10: bounds of the search arguments") {
  const testing::SurfaceSetting setting;
  CHECK_NOTHROW(setting.call("arxiv_search_papers", R"({"query":"graph","max_results":10000})"));
  CHECK_NOTHROW(setting.call("arxiv_search_papers",
                             R"({"query":"graph","category":"","submitted_from":"",)"
                             R"("submitted_to":""})"));
  CHECK_NOTHROW(setting.call("arxiv_search_papers", R"({"query":"graph\tAND\r\nnetworks"})"));
  for (const char* query : {R"(graph\u0001)", R"(graph\u0000)", R"(graph\u001f)"}) {
    const Fault fault =
        setting.failure_of("arxiv_search_papers", R"({"query":")" + std::string(query) + "\"}");
    CHECK(fault.code() == Code::kInvalidParams);
    CHECK(fault.reason() == "invalid_arguments");
  }
  for (const char* arguments :
       {R"({"query":"  "})", R"({"query":"graph","max_results":10001})",
        R"({"query":"\u00a0\u3000\ufeff"})", R"({"query":"graph","max_results":0})",
        R"({"query":"graph","start":10001})"})
    CHECK_THROWS_AS(setting.call("arxiv_search_papers", arguments), std::logic_error);
  const auto pasted = setting.call("arxiv_search_papers", R"({"query":"\u3000graph\u00a0"})");
  CHECK(holds(pasted.structured, R"("effectiveQuery":"graph")"));
  const std::string longest(1000, 'a');
  CHECK_NOTHROW(setting.call("arxiv_search_papers", R"({"query":")" + longest + " \"}"));
  CHECK_THROWS_AS(setting.call("arxiv_search_papers", R"({"query":")" + longest + "a\"}"),
                  std::logic_error);
}

}  // namespace
