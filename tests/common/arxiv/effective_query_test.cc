#include <set>

#include <doctest/doctest.h>

#include "common/arxiv/query.h"
#include "common/arxiv/taxonomy.h"
#include "common/base/fault.h"
#include "tests/common/arxiv/vectors.h"

using namespace arxiv;

namespace {

/// What a mirror query selects, whatever the order and repetition of its codes.
struct Selection {
  std::string match;
  std::set<std::set<std::string>> groups;
  std::optional<DateWindow> window;
  bool operator==(const Selection&) const = default;
};

Selection selection_of(const MirrorQuery& query) {
  Selection selection{query.match, {}, query.window};
  for (const CategoryGroup& group : query.groups) {
    selection.groups.insert(std::set<std::string>(group.begin(), group.end()));
  }
  return selection;
}

/// The query and its parameters, as the tool passes them to the mirror.
Selection with_parameters(MirrorQuery query, const std::string& category,
                          const std::optional<DateWindow>& window) {
  if (!category.empty()) query.groups.push_back(category_subtree(category));
  if (window) query.window = query.window ? intersect(*query.window, *window) : window;
  return selection_of(query);
}

}  // namespace

TEST_CASE("a query with its filters folded in") {
  for (const auto& row : testing::read_vectors("arxiv/effective_queries.tsv")) {
    REQUIRE(row.size() == 5);
    CAPTURE(row[0]);
    CHECK(compose_effective_query(row[0], row[1], row[2], row[3]) == row[4]);
  }
}

TEST_CASE("a wrong date is refused here too") {
  CHECK_THROWS_AS(compose_effective_query("x", "", "2024-02-30", ""), base::Fault);
}

TEST_CASE("replaying the effective query selects the same rows") {
  for (const auto& row : testing::read_vectors("arxiv/query_examples.tsv")) {
    const TranslatedQuery query = translate_query(row[0]);
    if (query.live) continue;
    CAPTURE(row[0]);
    for (const char* category : {"", "cs", "math.MP"}) {
      for (const char* from : {"", "2024-01-15"}) {
        const std::string effective = compose_effective_query(row[0], category, from, "");
        CAPTURE(effective);
        const TranslatedQuery replayed = translate_query(effective);
        REQUIRE_FALSE(replayed.live);
        CHECK(selection_of(replayed.mirror) ==
              with_parameters(query.mirror, category, date_window(from, "")));
      }
    }
  }
}

TEST_CASE("a query that goes live goes live with its filters folded in") {
  for (const auto& row : testing::read_vectors("arxiv/query_examples.tsv")) {
    const TranslatedQuery query = translate_query(row[0]);
    // Parentheses around "a1) OR (b1" would pair; a query's own ones that pair wrongly are its own.
    if (!query.live || query.live == LiveRouteReason::kUnbalancedParens) continue;
    CAPTURE(row[0]);
    CHECK(translate_query(compose_effective_query(row[0], "cs.LG", "", "")).live);
  }
}

TEST_CASE("every searchable code replays as the codes of its subtree") {
  std::vector<std::string> codes;
  for (const Category& category : categories())
    codes.emplace_back(category.code);
  for (const std::string_view archive : bare_archives())
    codes.emplace_back(archive);
  for (const std::string& code : codes) {
    CAPTURE(code);
    const auto replayed = translate_query(compose_effective_query("x", code, "", ""));
    const auto subtree = category_subtree(code);
    CHECK(selection_of(replayed.mirror) ==
          Selection{"\"x\"", {std::set<std::string>(subtree.begin(), subtree.end())}, {}});
  }
}

TEST_CASE("an effective query stays itself when its operands are expanded again") {
  for (const auto& row : testing::read_vectors("arxiv/effective_queries.tsv")) {
    CAPTURE(row[4]);
    const auto once = translate_query(row[4]);
    const auto twice = translate_query(compose_effective_query(row[4], "", "", ""));
    CHECK(once.live == twice.live);
    CHECK(selection_of(once.mirror) == selection_of(twice.mirror));
  }
}
