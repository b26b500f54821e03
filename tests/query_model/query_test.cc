#include "tests/query_model/query.h"

#include <doctest/doctest.h>

#include "tests/query_model/categories.h"
#include "tests/query_model/pages.h"

namespace {

using query_model::Document;
using query_model::Query;
using Ids = std::vector<std::string>;

const std::vector<Document>& library() {
  static const std::vector<Document> kDocuments = {
      Document({"1", "Deep learning of graphs", "Ada Łukasz", "State-of-the-art", "12 pages",
                "Nature 5", "cs.LG stat.ML", "2024-03-10T00:00:00.000Z",
                "2024-03-12T00:00:00.000Z"}),
      Document({"2", "Learning deep things", "Jean Müller, Ada B. Hopper", "On knots", "", "",
                "math.NA math-ph", "2024-03-11T00:00:00.000Z", "2024-03-11T00:00:00.000Z"}),
      Document({"3", "A survey of Łukasiewicz logic", "An Other", "Deep roots", "", "", "math.LO",
                "2024-03-11T00:00:00.000Z", "2024-04-01T00:00:00.000Z"})};
  return kDocuments;
}

Ids found(std::string_view text) {
  const auto query = Query::parse(text);
  REQUIRE(query);
  return query_model::page(query_model::select(*query, library()), library(), 0, 50);
}

TEST_CASE("what a query finds") {
  struct Row {
    const char* query;
    Ids ids;
  };
  const Row rows[] = {
      {"deep", {"1", "2", "3"}},
      {"\"deep learning\"", {"1"}},
      {"ti:deep", {"1", "2"}},
      {"TI:Deep", {"1", "2"}},
      {"graphs knots", {"1", "2"}},
      {"deep AND learning", {"1", "2"}},
      {"deep ANDNOT learning", {"3"}},
      {"deep AND NOT learning", {"3"}},
      {"survey OR deep AND learning", {"1", "2", "3"}},
      {"deep AND survey OR knots", {"2", "3"}},
      {"(deep AND survey) OR graphs", {"1", "3"}},
      {"deep ANDNOT learning AND graphs", {"2", "3"}},
      {"au:Lukasz", {"1"}},
      {"Łukasz", {"1"}},
      {"ti:Lukasiewicz", {}},
      {"ti:Łukasiewicz", {"3"}},
      {"au:muller", {"2"}},
      {"au:\"hopper ada\"", {"2"}},
      {"state", {}},
      {"co:\"12 pages\"", {"1"}},
      {"co:\"pages 12\"", {}},
      {"jr:nature", {"1"}},
      {"grap*", {"1"}},
      {"cat:cs", {"1", "2"}},
      {"cat:cs.*", {"1", "2"}},
      {"cat:math", {"2", "3"}},
      {"cat:math.MP", {"2"}},
      {"cat:cs.NA cat:math.LO", {"2", "3"}},
      {"cat:STAT.ml", {"1"}},
      {"cat:zzz.*", {}},
      {"deep ANDNOT cat:math", {"1"}},
      {"submittedDate:[202403100000 TO 202403110000]", {"1", "2", "3"}},
      {"submittedDate:[202403110000 TO 202403120000] AND ti:deep", {"2"}},
      {"lastUpdatedDate:[202404010000 TO 202404010000]", {"3"}},
      {"id:2", {"2"}},
      {"\"AND\"", {}},
      {"and", {}},
      {"(((((deep)))))  (survey)", {"1", "2", "3"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.query);
    CHECK(found(row.query) == row.ids);
  }
}

TEST_CASE("what is no query") {
  for (const char* text : {"", "(", "a)", "()", "a AND", "AND a", "a AND OR b", "NOT a",
                           "ti:", "ti: x", "\"a", "a\"b\"", "\"\"", "submittedDate:[2024 TO 2025]",
                           "submittedDate:[202402300000 TO 202403010000]", "a ANDNOT NOT b"}) {
    CAPTURE(text);
    CHECK(!Query::parse(text));
  }
}

TEST_CASE("nesting as deep as a query's length allows") {
  CHECK(found(std::string(499, '(') + "knots" + std::string(499, ')')) == Ids{"2"});
  CHECK(!Query::parse(std::string(100'000, '(')));
}

TEST_CASE("parameters narrow a query") {
  Query query = *Query::parse("deep OR survey");
  query.in_category("math").submitted("2024-03-10", "2024-03-10");
  CHECK(query_model::select(query, library()) == std::vector<std::size_t>{1, 2});
  Query open = *Query::parse("deep");
  open.in_category("").submitted("", "").submitted("2024-03-11", "");
  CHECK(query_model::select(open, library()) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("pages follow the date, ties ascend") {
  using query_model::Date;
  std::vector<std::size_t> places = {0, 1, 2};
  query_model::sort_by_date(places, library(), Date::kPublished, false);
  CHECK(query_model::page(places, library(), 0, 2) == Ids{"2", "3"});
  CHECK(query_model::page(places, library(), 2, 2) == Ids{"1"});
  query_model::sort_by_date(places, library(), Date::kUpdated, true);
  CHECK(query_model::page(places, library(), 0, 9) == Ids{"2", "1", "3"});
  CHECK(query_model::page(places, library(), 9, 9).empty());
}

TEST_CASE("166 codes are known") {
  CHECK(query_model::known_codes().size() == 166);
  CHECK(query_model::codes_of("cs").size() == 41);
  CHECK(query_model::codes_of("math*").size() == 34);
}

}  // namespace
