#include "mcpd/tools/paper_search.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Fault;
using tools::PaperSearch;
using tools::SearchOrder;
using tools::SearchResult;

class Setting {
 public:
  Setting() : pool_(path(), std::chrono::minutes(5), log_), search_(&pool_, log_) {}

  void fill() const {
    const std::string january = "2024-01-10T09:00:00.000Z";
    const std::string march = "2024-03-10T09:00:00.000Z";
    testing::make_mirror(
        path(),
        {{"2401.00001", "1", "Graph networks", "Ada Quill", "cs.LG stat.ML", january, january},
         {"2403.00002", "2", "Graph kernels", "Bo Reed", "math.CO", march, march},
         {"2403.00003", "1", "Knots", "Cy Moss", "math.GT", march, march}});
  }
  std::string path() const { return folder_ / "mirror.db"; }

  SearchResult search(const SearchOrder& order) const {
    return search_.search(order, testing::quiet_call());
  }
  Fault failure_of(const SearchOrder& order) const {
    try {
      search(order);
    } catch (const Fault& fault) {
      return fault;
    }
    throw std::logic_error("the search succeeded");
  }

 private:
  testing::TempDir folder_;
  base::Log log_ = base::Log::none();
  mirror::ReaderPool pool_;
  PaperSearch search_;
};

SearchOrder order_for(std::string query) {
  SearchOrder order;
  order.query = std::move(query);
  return order;
}

std::vector<std::string> ids_of(const SearchResult& result) {
  std::vector<std::string> ids;
  for (const arxiv::Paper& paper : result.page.papers)
    ids.push_back(paper.id);
  return ids;
}

using Ids = std::vector<std::string>;

TEST_CASE("a word finds its papers and the answer says where from") {
  Setting setting;
  setting.fill();
  const SearchResult result = setting.search(order_for("ti:knots"));
  CHECK(ids_of(result) == Ids{"2403.00003v1"});
  CHECK(result.page.total == 1);
  CHECK(result.effective_query == "ti:knots");
  CHECK(result.origin.source == tools::Origin::Source::kMirror);
  CHECK(result.origin.as_of == "2024-02-01");
}

TEST_CASE("category and window narrow the query and appear in the effective one") {
  Setting setting;
  setting.fill();
  SearchOrder order = order_for("graph");
  order.sort = mirror::SearchRequest::Sort::kSubmitted;
  CHECK(ids_of(setting.search(order)) == Ids{"2403.00002v2", "2401.00001v1"});
  order.ascending = true;
  CHECK(ids_of(setting.search(order)) == Ids{"2401.00001v1", "2403.00002v2"});
  order.category = "math";
  const SearchResult by_category = setting.search(order);
  CHECK(ids_of(by_category) == Ids{"2403.00002v2"});
  CHECK(by_category.effective_query.starts_with("(graph) AND "));
  order.category = "";
  order.submitted_to = "2024-01-31";
  const SearchResult by_date = setting.search(order);
  CHECK(ids_of(by_date) == Ids{"2401.00001v1"});
  CHECK(ids_of(setting.search(order_for(by_date.effective_query))) == Ids{"2401.00001v1"});
}

TEST_CASE("item 25: the category parameter intersects with cat: in the query") {
  Setting setting;
  setting.fill();
  SearchOrder order = order_for("cat:cs.LG");
  order.category = "stat.ML";
  CHECK(ids_of(setting.search(order)) == Ids{"2401.00001v1"});
  order.category = "math.GT";
  CHECK(ids_of(setting.search(order)).empty());
}

TEST_CASE("a window in the query and one in the parameters intersect") {
  Setting setting;
  setting.fill();
  SearchOrder order = order_for("graph AND submittedDate:[202401010000 TO 202402010000]");
  order.submitted_from = "2024-03-01";
  CHECK(setting.search(order).page.total == 0);
}

TEST_CASE("pages") {
  Setting setting;
  setting.fill();
  SearchOrder order = order_for("graph");
  order.limit = 1;
  order.start = 1;
  const SearchResult result = setting.search(order);
  CHECK(result.page.papers.size() == 1);
  CHECK(result.page.total == 2);
  order.start = 5;
  CHECK(setting.search(order).page.papers.empty());
}

TEST_CASE("an unknown category fails with suggestions, before anything is opened") {
  Setting setting;
  SearchOrder order = order_for("graph");
  order.category = "cs.LB";
  const Fault fault = setting.failure_of(order);
  CHECK(fault.code() == Code::kValidation);
  CHECK(fault.reason() == "unknown_category");
  CHECK(fault.message() ==
        "Unknown category 'cs.LB'. Did you mean: cs.DB, cs.LG, cs.LO, cs.AI, "
        "cs.AR?");
  CHECK(std::get<std::string>(*fault.find("category")) == "cs.LB");
  CHECK(std::get<Ids>(*fault.find("suggestions")).size() == 5);
}

TEST_CASE("a window that is none fails") {
  Setting setting;
  SearchOrder order = order_for("graph");
  order.submitted_from = "2024-02-30";
  CHECK(setting.failure_of(order).reason() == "invalid_date_range");
}

TEST_CASE("a query the mirror cannot follow fails with what to write instead") {
  Setting setting;
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
  for (const auto& [query, reason] : kCases) {
    CAPTURE(query);
    const Fault fault = setting.failure_of(order_for(query));
    CHECK(fault.code() == Code::kValidation);
    CHECK(fault.reason() == "unsupported_query_syntax");
    CHECK(std::get<std::string>(*fault.find("liveReason")) == reason);
    CHECK(std::get<std::string>(*fault.find("query")) == query);
    CHECK(fault.message().find(reason) != std::string::npos);
    CHECK_FALSE(fault.hint().empty());
  }
}

TEST_CASE("without a mirror the failure says how to make one") {
  Setting setting;
  const Fault fault = setting.failure_of(order_for("graph"));
  CHECK(fault.code() == Code::kServiceUnavailable);
  CHECK(fault.reason().empty());
  CHECK(fault.message().find("`harvestd init`") != std::string::npos);
  CHECK_FALSE(fault.hint().empty());
  CHECK(fault.message().find(setting.path()) == std::string::npos);
  const base::Log log = base::Log::none();
  const PaperSearch switched_off(nullptr, log);
  CHECK_THROWS_AS(switched_off.search(order_for("graph"), testing::quiet_call()), Fault);
}

TEST_CASE("a driver error is a failure that tells nothing of the file") {
  Setting setting;
  setting.fill();
  REQUIRE(setting.search(order_for("graph")).page.total == 2);
  testing::change_mirror(setting.path(), "ALTER TABLE papers RENAME COLUMN abstract TO summary");
  const Fault fault = setting.failure_of(order_for("graph"));
  CHECK(fault.code() == Code::kServiceUnavailable);
  CHECK(fault.message() ==
        "No mirror is ready to search. Its file cannot be read; `mirrorctl status` tells more.");
}

}  // namespace
