#include <doctest/doctest.h>

#include "tests/mcpd/tools/search_setting.h"

namespace {

using base::Code;
using base::Fault;
using testing::ids_of;
using testing::newest_for;
using testing::order_for;
using tools::SearchOrder;
using tools::SearchResult;
using Ids = std::vector<std::string>;
using Setting = testing::SearchSetting;

const Ids kFromArxiv = {"2412.00001v1"};

TEST_CASE("contract 7.4: a query the mirror cannot follow is arXiv's, for its reason") {
  Setting setting(true);
  setting.fill();
  const std::pair<const char*, const char*> kCases[] = {
      {"graph OR cat:cs.LG", "filter_not_conjunct"},
      {"cat:cs.LG ANDNOT survey", "no_positive_term"},
      {"(graph", "unbalanced_parens"},
      {"ti:", "empty_operand"},
      {"()", "nothing_to_match"},
      {"id:2401.00001", "unsupported_field"},
      {"submittedDate:[2024 TO 2025]", "malformed_date"},
      {"theory of everything", "stopword"},
      {"au:\"quill a\"", "multiword_author"},
      {"cat:zzz.*", "empty_category"},
      {"graph AND", "operator_without_operand"},
      {"graph*", "wildcard"},
      {"foo:bar", "unknown_prefix"},
      {"ti:graph\"x", "unterminated_quote"},
  };
  const Fault outage(Code::kServiceUnavailable, "", "arXiv is away.");
  for (const auto& [query, reason] : kCases) {
    CAPTURE(query);
    setting.arxiv.failure.reset();
    // The recency bypass would answer a failure from the mirror; here there is nothing to bypass.
    const SearchResult result = setting.search(newest_for(query));
    CHECK(ids_of(result) == kFromArxiv);
    CHECK(result.page.total == 7);
    CHECK(result.origin.source == tools::Origin::Source::kLive);
    CHECK(result.origin.live_reason == reason);
    CHECK(result.origin.as_of.empty());
    CHECK_FALSE(setting.arxiv.had_other_answer.back());
    setting.arxiv.failure = outage;
    const Fault fault = setting.failure_of(newest_for(query));
    CHECK(fault.message() == outage.message());
    CHECK(std::get<std::string>(*fault.find("liveReason")) == reason);
    CHECK(fault.hint().starts_with("arXiv has to be asked again in a minute or two. For the "));
  }
}

TEST_CASE("item 9: arXiv is asked for the effective query, the page and the order") {
  Setting setting;
  setting.fill();
  SearchOrder order = order_for("graph OR cat:cs");
  order.category = "math.GT";
  order.submitted_to = "2024-01-31";
  order.sort = mirror::SearchRequest::Sort::kUpdated;
  order.ascending = true;
  order.start = 9'980;
  order.limit = 50;
  const SearchResult result = setting.search(order);
  REQUIRE(setting.arxiv.asked.size() == 1);
  const live::SearchQuestion& asked = setting.arxiv.asked[0];
  CHECK(asked.query ==
        "(graph OR (cat:cs* OR cat:math.NA OR cat:eess.SY)) AND cat:math.GT AND "
        "submittedDate:[199101010000 TO 202402010000]");
  CHECK(asked.query == result.effective_query);
  CHECK(asked.sort == live::SearchQuestion::Sort::kUpdated);
  CHECK(asked.ascending);
  CHECK(asked.start == 9'980);
  CHECK(asked.limit == 50);
  CHECK(result.limit == 20);
  order.sort = mirror::SearchRequest::Sort::kRelevance;
  setting.search(order);
  CHECK_FALSE(setting.arxiv.asked[1].ascending);
}

TEST_CASE("without a mirror arXiv answers: switched off for no reason, missing for one") {
  Setting off(true, false);
  off.fill();
  CHECK(ids_of(off.search(newest_for("graph"))) == kFromArxiv);
  CHECK(off.search(order_for("graph*")).origin.live_reason.empty());
  Setting missing(true);
  const SearchResult result = missing.search(newest_for("graph"));
  CHECK(result.origin.live_reason == "mirror_not_ready");
  CHECK_FALSE(missing.arxiv.had_other_answer.back());
  missing.arxiv.failure = Fault(Code::kTimeout, "", "late");
  const Fault fault = missing.failure_of(order_for("graph"));
  CHECK(fault.code() == Code::kTimeout);
  CHECK(fault.hint().find("`harvestd init`") != std::string::npos);
  CHECK(fault.hint().find(missing.path()) == std::string::npos);
  // Writing the query differently would not help either.
  const Fault of_query = missing.failure_of(order_for("graph*"));
  CHECK(std::get<std::string>(*of_query.find("liveReason")) == "wildcard");
  CHECK(of_query.hint() == fault.hint());
}

TEST_CASE("a driver error sends the search to arXiv and tells nothing of the file") {
  Setting setting;
  setting.fill();
  REQUIRE(setting.search(order_for("graph")).page.total == 2);
  setting.break_file();
  const SearchResult result = setting.search(order_for("graph"));
  CHECK(ids_of(result) == kFromArxiv);
  CHECK(result.origin.live_reason == "mirror_failed");
  setting.arxiv.failure = Fault(Code::kServiceUnavailable, "", "arXiv is away.");
  const Fault fault = setting.failure_of(order_for("graph"));
  CHECK(fault.message() == "arXiv is away.");
  CHECK(fault.hint().find(setting.path()) == std::string::npos);
}

TEST_CASE("contract 4.10: the newest papers are arXiv's first, and the mirror's when it fails") {
  Setting setting(true);
  setting.fill();
  const SearchResult result = setting.search(newest_for("graph"));
  CHECK(ids_of(result) == kFromArxiv);
  CHECK(result.origin.live_reason == "recency");
  CHECK(setting.arxiv.had_other_answer == std::vector<bool>{true});
  for (const Code code : {Code::kServiceUnavailable, Code::kTimeout, Code::kRateLimited,
                          Code::kInvalidRequest, Code::kSerialization}) {
    setting.arxiv.failure = Fault(code, "", "no");
    const SearchResult stored = setting.search(newest_for("graph"));
    CHECK(ids_of(stored) == Ids{"2403.00002v2", "2401.00001v1"});
    CHECK(stored.origin.source == tools::Origin::Source::kMirror);
    CHECK(stored.origin.as_of == "2024-02-01");
    CHECK(stored.origin.live_reason.empty());
    // What the mirror does not know either is not answered as if nothing matched.
    CHECK(setting.failure_of(newest_for("unheard")).code() == code);
  }
  setting.break_file();
  CHECK(setting.failure_of(newest_for("graph")).message() == "no");
}

TEST_CASE("only the newest are arXiv's first, and only where that is switched on") {
  Setting setting(true);
  setting.fill();
  SearchOrder oldest = newest_for("graph");
  oldest.ascending = true;
  SearchOrder updated = newest_for("graph");
  updated.sort = mirror::SearchRequest::Sort::kUpdated;
  for (const SearchOrder& order : {oldest, updated, order_for("graph")})
    CHECK(setting.search(order).origin.source == tools::Origin::Source::kMirror);
  CHECK(setting.arxiv.asked.empty());
  Setting switched_off(false);
  switched_off.fill();
  CHECK(switched_off.search(newest_for("graph")).origin.source == tools::Origin::Source::kMirror);
}

TEST_CASE("a cancelled search is never answered from the mirror") {
  Setting setting(true);
  setting.fill();
  std::stop_source stop;
  setting.arxiv.meanwhile = [&] { stop.request_stop(); };
  for (const Code code : {Code::kCancelled, Code::kServiceUnavailable, Code::kTimeout}) {
    setting.arxiv.failure = Fault(code, "", "no");
    stop = std::stop_source();
    CHECK(setting.failure_of(newest_for("graph"), stop.get_token()).code() == Code::kCancelled);
  }
}

TEST_CASE("arXiv counts fewer papers than it sends") {
  Setting setting(false, false);
  setting.arxiv.feed.total = 0;
  CHECK(setting.search(order_for("graph")).page.total == 1);
  SearchOrder order = order_for("graph");
  order.start = 30;
  CHECK(setting.search(order).page.total == 31);
}

TEST_CASE("results of arXiv's that give no paper count for the page they are on") {
  Setting setting(false, false);
  setting.arxiv.feed.entries = 3;
  setting.arxiv.feed.total = 2;
  const SearchResult result = setting.search(order_for("graph"));
  CHECK(result.page.papers.size() == 1);
  CHECK(result.dropped == 2);
  CHECK(result.page.total == 3);
}

}  // namespace
