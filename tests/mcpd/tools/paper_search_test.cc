#include <doctest/doctest.h>

#include "tests/mcpd/tools/search_setting.h"

namespace {

using base::Code;
using base::Fault;
using testing::ids_of;
using testing::order_for;
using tools::SearchOrder;
using tools::SearchResult;
using Ids = std::vector<std::string>;
using Setting = testing::SearchSetting;

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

}  // namespace
