#pragma once

/// A server on a mirror while no host of arXiv's can be reached.

#include <algorithm>
#include <chrono>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace testing {

class Offline {
 public:
  using Milliseconds = McpClient::Milliseconds;

  /// What the mirror answers, `rounds` times; the longest that an answer took. A call before has
  /// found out that arXiv is down (decision 48).
  Milliseconds slowest_answer(int rounds) {
    call("arxiv_search_papers", kNewest);
    Milliseconds slowest{};
    for (int round = 0; round < rounds; ++round) {
      for (const Call& one : kAnswered) {
        CAPTURE(one.arguments);
        const ToolAnswer answer = call(one.tool, one.arguments);
        CHECK_FALSE(answer.is_error);
        if (one.tool != kCategories) CHECK(text_at(answer.structured, "/source") == "mirror");
        slowest = std::max(slowest, setting.client.latency());
      }
      for (const char* uri : {"arxiv://paper/2401.10002", "arxiv://categories"}) {
        setting.client.request("resources/read", "{\"uri\":\"" + std::string(uri) + "\"}");
        slowest = std::max(slowest, setting.client.latency());
      }
    }
    return slowest;
  }

  /// What the mirror cannot answer.
  void check_failures() {
    for (const Call& one : kFailing) {
      CAPTURE(one.arguments);
      const ToolAnswer answer = call(one.tool, one.arguments);
      CHECK(answer.is_error);
      CHECK(answer.code() == -32000);
      CHECK((holds(answer.text(), "the connection was refused") ||
             holds(answer.text(), "cannot be reached")));
      CHECK(holds(answer.text(), "\n\nRecovery: "));
      CHECK_FALSE(holds(answer.text(), "127.0.0.1"));
    }
    const ToolAnswer half =
        call("arxiv_get_metadata", R"({"paper_ids":["2402.20001","2401.10002"]})");
    CHECK(outcomes(half) ==
          std::vector<std::string>{"2401.10002v1", "2402.20001 live_lookup_failed"});
  }

  McpdSetting setting{{{"ARXIV_API_BASE_URL", "http://127.0.0.1:1/api"},
                       {"ARXIV_HTML_BASE_URL", "http://127.0.0.1:1/html"},
                       {"ARXIV_AR5IV_BASE_URL", "http://127.0.0.1:1/ar5iv"},
                       {"ARXIV_PDF_BASE_URL", "http://127.0.0.1:1/pdf"}}};

 private:
  struct Call {
    std::string_view tool;
    std::string_view arguments;
  };
  static constexpr std::string_view kCategories = "arxiv_list_categories";
  static constexpr std::string_view kNewest = R"({"query":"graph","sort_by":"submitted"})";
  static constexpr Call kAnswered[] = {
      {"arxiv_search_papers", kNewest},
      {"arxiv_search_papers", R"({"query":"graph"})"},
      {"arxiv_search_papers", R"({"query":"cat:math","sort_by":"updated"})"},
      {"arxiv_search_papers", R"({"query":"knots","submitted_from":"2024-01-01","start":5})"},
      {"arxiv_get_metadata", R"({"paper_ids":["2401.10002","2401.10001v3","hep-th/9901001"]})"},
      {kCategories, "{}"},
  };
  static constexpr Call kFailing[] = {
      {"arxiv_search_papers", R"({"query":"graph*"})"},
      {"arxiv_search_papers", R"({"query":"unheard","sort_by":"submitted"})"},
      {"arxiv_get_metadata", R"({"paper_ids":["2402.20001"]})"},
      {"arxiv_get_metadata", R"({"paper_ids":["2401.10001v1"]})"},
      {"arxiv_read_paper", R"({"paper_id":"2401.10002"})"},
      {"arxiv_read_paper", R"({"paper_id":"2402.20001"})"},
  };

  ToolAnswer call(std::string_view tool, std::string_view arguments) {
    return setting.client.call_tool(tool, arguments);
  }
};

}  // namespace testing
