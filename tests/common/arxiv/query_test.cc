#include "common/arxiv/query.h"

#include <set>

#include <doctest/doctest.h>

#include "common/arxiv/date_stamp.h"
#include "common/base/fault.h"
#include "tests/common/arxiv/fts_table.h"
#include "tests/common/arxiv/vectors.h"

using namespace arxiv;

namespace {

std::vector<std::vector<std::string>> examples() {
  return testing::read_vectors("arxiv/query_examples.tsv");
}

std::string shown(const CategoryGroup& group) {
  constexpr std::size_t kShownWhole = 4;
  if (group.size() <= kShownWhole) return "{" + base::join(group, " ") + "}";
  return "{" + group[0] + " " + group[1] + " .." + std::to_string(group.size()) + "}";
}

/// The filters as the examples write them.
std::string shown_filters(const MirrorQuery& query) {
  std::string out;
  for (const CategoryGroup& group : query.groups)
    out += shown(group);
  if (!query.window) return out;
  return out + "[" + stamp_of_instant(query.window->from) + " " +
         stamp_of_instant(query.window->to) + "]";
}

}  // namespace

TEST_CASE("every example is answered by the mirror or sent live for its reason") {
  const auto rows = examples();
  CHECK(rows.size() > 250);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    const TranslatedQuery query = translate_query(row[0]);
    REQUIRE((query.live ? live_route_rule(*query.live).name : "mirror") == row[1]);
    REQUIRE(row.size() == (query.live ? 2U : 4U));
    if (query.live) continue;
    CHECK(shown_filters(query.mirror) == row[2]);
    CHECK(query.mirror.match == row[3]);
  }
}

TEST_CASE("a query that goes live asks the mirror nothing") {
  for (const auto& row : examples()) {
    const TranslatedQuery query = translate_query(row[0]);
    if (!query.live) continue;
    CAPTURE(row[0]);
    CHECK(query.mirror.match.empty());
    CHECK(query.mirror.groups.empty());
    CHECK_FALSE(query.mirror.window);
  }
}

TEST_CASE("no group of a mirror query is empty") {
  for (const auto& row : examples()) {
    CAPTURE(row[0]);
    for (const CategoryGroup& group : translate_query(row[0]).mirror.groups) {
      CHECK_FALSE(group.empty());
    }
  }
}

TEST_CASE("FTS5 takes every expression") {
  const testing::FtsTable table;
  for (const auto& row : examples()) {
    const std::string match = translate_query(row[0]).mirror.match;
    CAPTURE(match);
    if (!match.empty()) CHECK_NOTHROW(table.match(match));
  }
}

TEST_CASE("every reason is true of its example") {
  std::set<std::string> named;
  for (const auto& row : examples())
    named.insert(row[1]);
  for (const arxiv::LiveRouteRule& rule : arxiv::live_route_rules()) {
    CAPTURE(rule.name);
    CHECK(&live_route_rule(rule.reason) == &rule);
    if (rule.reason == LiveRouteReason::kTooDeep) continue;  // query_nesting_test.cc has those
    CHECK(translate_query(rule.example).live == rule.reason);
    CHECK(named.count(std::string(rule.name)) == 1);
  }
  CHECK(named.size() == arxiv::live_route_rules().size());  // with "mirror", without "too_deep"
}

TEST_CASE("a search's parameters are conjuncts of its query") {
  const auto all =
      arxiv::translate_search("ti:graph AND submittedDate:[202401010000 TO 202403010000]", "cs.LG",
                              "2024-02-01", "2024-12-31");
  REQUIRE_FALSE(all.live);
  CHECK(all.mirror.groups == std::vector<arxiv::CategoryGroup>{{"cs.LG"}});
  CHECK(all.mirror.window->from == "2024-02-01T00:00:00.000Z");
  CHECK(all.mirror.window->to == "2024-03-01T00:00:00.000Z");
  CHECK(arxiv::translate_search("ti:the", "cs.LG", "", "").live == LiveRouteReason::kStopword);
  CHECK_THROWS_WITH_AS(arxiv::translate_search("ti:graph", "cs.lg", "", ""),
                       doctest::Contains("Did you mean: cs.LG"), base::Fault);
  CHECK_THROWS_AS(arxiv::translate_search("ti:graph", "", "2024-13-01", ""), base::Fault);
}

TEST_CASE("nothing is left of a blank query") {
  for (const char* blank : {"", " ", "\t\n", "\u00A0"}) {
    CHECK(translate_query(blank).live == LiveRouteReason::kNothingToMatch);
  }
}

TEST_CASE("windows keep the mirror's form and both bounds") {
  const auto query = translate_query(
      "a1 AND submittedDate:[202401010000 TO 202403010000] AND "
      "submittedDate:[202402011230 TO 202404010000]");
  REQUIRE(query.mirror.window);
  CHECK(query.mirror.window->from == "2024-02-01T12:30:00.000Z");
  CHECK(query.mirror.window->to == "2024-03-01T00:00:00.000Z");
}

TEST_CASE("bytes that would end or break an expression do not reach it") {
  const testing::FtsTable table;
  for (const std::string& query :
       {std::string("a\0b", 3), std::string("\"a \0 b\"", 7), std::string("ti:x1\\"),
        std::string("x1\xFF"), std::string("\xC3x1"), std::string("x1\x01y")}) {
    CAPTURE(query);
    const TranslatedQuery translated = translate_query(query);
    REQUIRE_FALSE(translated.live);
    CHECK(translated.mirror.match.find('\0') == std::string::npos);
    CHECK_NOTHROW(table.match(translated.mirror.match));
  }
}
