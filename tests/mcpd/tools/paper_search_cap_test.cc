#include <doctest/doctest.h>

#include "mcpd/tools/tools.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/mcpd/tools/search_setting.h"

namespace {

using base::Code;
using base::Fault;
using testing::ids_of;
using testing::newest_for;
using testing::order_for;
using tools::Origin;
using tools::SearchResult;
using Setting = testing::SearchSetting;

/// One paper more than the mirror counts: each holds the word `common` and the code cs.LG, every
/// second one cs.AI too, and seven the word `rare`.
void fill_beyond_cap(const std::string& path) {
  std::vector<testing::PaperRow> rows;
  for (std::int64_t number = 0; number <= mirror::kMatchCap; ++number) {
    testing::PaperRow row;
    row.id = "2009." + std::to_string(10'000 + number);
    row.title = number < 7 ? "common rare" : "common";
    row.categories = number % 2 == 0 ? "cs.LG" : "cs.LG cs.AI";
    rows.push_back(row);
  }
  testing::MirrorFile file(path);
  file.fill(rows);
  file.complete();
}

TEST_CASE(
    "items 16 and 17, contract 4.10: a term over the cap is arXiv's, a count is the mirror's") {
  Setting setting(true);
  fill_beyond_cap(setting.path());
  for (auto order :
       {order_for("common"), newest_for("common"), order_for("common AND cat:cs.AI")}) {
    const SearchResult result = setting.search(order);
    CHECK(result.origin.source == Origin::Source::kLive);
  }
  CHECK(setting.search(order_for("common")).origin.live_reason == "match_cap");
  setting.arxiv.failure = Fault(Code::kServiceUnavailable, "", "arXiv is away.");
  for (auto order : {order_for("common"), newest_for("common")}) {
    const Fault fault = setting.failure_of(order);
    CHECK(fault.message() == "arXiv is away.");
  }
  CHECK(setting.failure_of(order_for("common")).hint().find("rarer word") != std::string::npos);
  CHECK(ids_of(setting.search(order_for("common AND rare"))).size() == 7);
  const SearchResult one_code = setting.search(order_for("cat:cs.LG"));
  CHECK(one_code.page.total == mirror::kMatchCap + 1);
  CHECK_FALSE(one_code.page.total_is_lower_bound);
  const SearchResult archive = setting.search(order_for("cat:cs"));
  CHECK(archive.page.total == mirror::kMatchCap);
  CHECK(archive.page.total_is_lower_bound);
  // As the tool tells it.
  const mcp::Tool tool = tools::search_papers_tool(setting.service());
  const auto told = [&](const char* arguments) {
    const mcp::ToolResult result = tool.run(json::parse(arguments).value(), testing::quiet_call());
    return result.structured + result.texts.back();
  };
  const std::string bound = told(R"({"query":"cat:cs"})");
  CHECK(bound.find(R"("totalFound":50000,"totalFoundIsLowerBound":true)") != std::string::npos);
  CHECK(bound.find("**Total Found:** 50,000 or more\n") != std::string::npos);
  const std::string exact = told(R"({"query":"cat:cs.LG"})");
  CHECK(exact.find(R"("totalFound":50001,"pageStart")") != std::string::npos);
  CHECK(exact.find("LowerBound") == std::string::npos);
}

}  // namespace
