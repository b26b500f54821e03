#include <random>

#include <doctest/doctest.h>

#include "common/arxiv/fts_emitter.h"
#include "common/arxiv/query.h"
#include "tests/common/arxiv/fts_table.h"
#include "tests/common/arxiv/vectors.h"

using namespace arxiv;
using testing::repeated;
using Reason = LiveRouteReason;

namespace {

/// `side` and a compound, joined.
std::string beside(std::string_view side, const char* joint, std::string_view compound,
                   bool to_the_right) {
  std::string out(to_the_right ? side : "(");
  if (to_the_right) out.append(joint).append("(").append(compound).append(")");
  if (!to_the_right) out.append(compound).append(")").append(joint).append(side);
  return out;
}

/// `operand` inside `levels` compounds of alternating operators, each on its right or its left.
std::string nested(const std::string& operand, int levels, bool to_the_right) {
  std::string query = operand;
  for (int i = 0; i < levels; ++i) {
    query = beside(operand, i % 2 == 0 ? " AND " : " OR ", query, to_the_right);
  }
  return query;
}

/// A tree of up to `levels` levels that leans to the right or the left at random.
std::string leaning(std::mt19937& random, int levels) {
  constexpr const char* kOperands[] = {"x1", "ti:x2", "Bjørk", "au:x3", "\"x4 x5\""};
  constexpr const char* kJoints[] = {" AND ", " OR ", " ANDNOT ", " "};
  std::string query = kOperands[random() % 5];
  for (int i = 0; i < levels; ++i) {
    const char* side = kOperands[random() % 5];
    const char* joint = kJoints[random() % 4];
    query = beside(side, joint, query, random() % 3 != 0);
  }
  return query;
}

}  // namespace

TEST_CASE("nesting is answered as deep as FTS5's parser reaches, and goes live beyond") {
  struct Row {
    const char* operand;
    bool to_the_right;
    int deepest;
  };
  const Row rows[] = {{"x1", true, 32},     {"x1", false, 95},   {"ti:x1", true, 31},
                      {"ti:x1", false, 93}, {"Bjørk", true, 30}, {"Bjørk", false, 90}};
  const testing::FtsTable table;
  for (const Row& row : rows) {
    CAPTURE(row.operand);
    CAPTURE(row.to_the_right);
    const auto deepest = translate_query(nested(row.operand, row.deepest, row.to_the_right));
    REQUIRE_FALSE(deepest.live);
    CHECK_NOTHROW(table.match(deepest.mirror.match));
    const auto deeper = translate_query(nested(row.operand, row.deepest + 1, row.to_the_right));
    CHECK(deeper.live == Reason::kTooDeep);
  }
}

TEST_CASE("whatever is emitted, FTS5 can parse") {
  const testing::FtsTable table;
  std::mt19937 random(20);
  int answered = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto query = translate_query(leaning(random, 20 + i % 60));
    if (query.live) {
      CHECK(query.live == Reason::kTooDeep);
      continue;
    }
    ++answered;
    CAPTURE(query.mirror.match);
    CHECK_NOTHROW(table.match(query.mirror.match));
  }
  CHECK(answered > 250);
  CHECK(answered < 1400);
}

TEST_CASE("runs of one operator are flat however they are grouped") {
  const testing::FtsTable table;
  for (const char* joint : {" AND ", " "}) {
    const std::string run = "x1" + repeated(std::string(joint) + "x2", 9'999);
    const std::string to_the_left =
        repeated("(", 2'000) + "x1" + repeated(std::string(joint) + "x2)", 2'000);
    const std::string to_the_right =
        repeated("(x2" + std::string(joint), 2'000) + "x1" + repeated(")", 2'000);
    for (const std::string& query : {run, to_the_left, to_the_right}) {
      const auto translated = translate_query(query);
      REQUIRE_FALSE(translated.live);
      CHECK(translated.mirror.match.find('(', 1) == std::string::npos);
      CHECK_NOTHROW(table.match(translated.mirror.match));
    }
  }
}

TEST_CASE("parentheses around one operand cost nothing") {
  const auto query = translate_query(repeated("(", 5'000) + "x1" + repeated(")", 5'000));
  REQUIRE_FALSE(query.live);
  CHECK(query.mirror.match == "\"x1\"");
}

TEST_CASE("filters are lifted from any depth") {
  const auto query =
      translate_query(repeated("(x1 AND ", 20'000) + "cat:cs.LG" + repeated(" AND x2)", 20'000));
  REQUIRE_FALSE(query.live);
  CHECK(query.mirror.groups == std::vector<CategoryGroup>{{"cs.LG"}});
  const auto group = translate_query("cat:cs.LG" + repeated(" OR cat:cs.AI", 20'000));
  REQUIRE_FALSE(group.live);
  CHECK(group.mirror.groups == std::vector<CategoryGroup>{{"cs.LG", "cs.AI"}});
  const auto groups =
      translate_query(repeated("(", 20'000) + "x1" + repeated(" AND cat:cs.LG)", 20'000));
  CHECK(groups.mirror.groups.size() == 20'000);
  const auto exclusions = translate_query(repeated("(cat:cs.LG ANDNOT x1) AND ", 20'000) + "x2");
  CHECK(exclusions.live == Reason::kTooDeep);
}

TEST_CASE("hostile queries end at once, with a reason") {
  struct Row {
    std::string query;
    Reason reason;
  };
  constexpr std::size_t kMany = 20'000;
  const Row rows[] = {
      {repeated("(", 100'000), Reason::kUnbalancedParens},
      {repeated(")", 100'000), Reason::kUnbalancedParens},
      {repeated("()", kMany), Reason::kNothingToMatch},
      {repeated("(x1 AND ", kMany), Reason::kUnbalancedParens},
      {repeated("x1 ANDNOT ", kMany) + "x1", Reason::kTooDeep},
      {repeated("x1 AND x2 OR ", kMany) + "x1", Reason::kTooDeep},
      {repeated("(", kMany) + "x1" + repeated(" ANDNOT x1)", kMany), Reason::kTooDeep},
      {repeated("x1 ", kMany) + "\"", Reason::kUnterminatedQuote},
      {repeated("x1\"", 2 * kMany), Reason::kUnterminatedQuote},
      {"x1 " + repeated("AND ", kMany), Reason::kOperatorWithoutOperand},
      {"x1 AND" + repeated(" NOT", kMany), Reason::kOperatorWithoutOperand},
      {repeated("submittedDate:[", kMany), Reason::kMalformedDate},
      {repeated("submittedDate:[ ", kMany) + repeated(" ", kMany), Reason::kMalformedDate},
      {repeated("ti:", kMany), Reason::kUnknownPrefix},
      {repeated("a", 50 * kMany) + ":", Reason::kUnknownPrefix},
      {repeated(" ", 50 * kMany), Reason::kNothingToMatch},
      {"cat:" + repeated("*", kMany), Reason::kEmptyCategory},
      {"au:" + repeated("x.", kMany), Reason::kMultiwordAuthor},
      {repeated("cat:cs.LG OR x1 AND ", kMany) + "x1", Reason::kFilterNotConjunct},
  };
  for (const Row& row : rows) {
    CAPTURE(row.query.substr(0, 40));
    CHECK(translate_query(row.query).live == row.reason);
    CHECK(compose_effective_query(row.query, "cs", "", "").size() > row.query.size());
  }
}
