#include "mcpd/tools/lookup_plan.h"

#include <doctest/doctest.h>

namespace {

using tools::LookupPlan;
using tools::plan_lookups;

std::vector<std::string> looked_up(const LookupPlan& plan) {
  std::vector<std::string> names;
  for (const arxiv::PaperId& id : plan.ids)
    names.push_back(id.canonical());
  return names;
}

std::vector<std::string> malformed(const LookupPlan& plan) {
  std::vector<std::string> texts;
  for (const LookupPlan::Item& item : plan.items) {
    if (!item.place) texts.push_back(item.malformed);
  }
  return texts;
}

std::vector<std::string> numbered(int first, int last) {
  std::vector<std::string> ids;
  for (int number = first; number <= last; ++number)
    ids.push_back("2401.000" + std::to_string(number));
  return ids;
}

TEST_CASE("what a list of identifiers asks for") {
  using List = std::vector<std::string>;
  const struct {
    const char* name;
    List given;
    List looked_up;
    List malformed;
    List remaining;
  } kCases[] = {
      {"an address and its id are one",
       {"1706.03762", "https://arxiv.org/abs/1706.03762"},
       {"1706.03762"},
       {},
       {}},
      {"a version is another look-up",
       {"1706.03762", "1706.03762v7"},
       {"1706.03762", "1706.03762v7"},
       {},
       {}},
      {"malformed beside good", {"bad", "2401.12345"}, {"2401.12345"}, {"bad"}, {}},
      {"nothing good", {"bad", "worse", "bad"}, {}, {"bad", "worse"}, {}},
      {"twelve", numbered(10, 21), numbered(10, 19), {}, numbered(20, 21)},
      {"item 59: impossible months and archives that had no ids",
       {"2400.00001", "hep-th/9913001", "stat/0704001", "foo/9901001"},
       {},
       {"2400.00001", "hep-th/9913001", "stat/0704001", "foo/9901001"},
       {}},
      {"item 58: the subject class is dropped",
       {"math.GT/0309136", "math/0309136"},
       {"math/0309136"},
       {},
       {}},
      {"blanks", {"  2401.12345\n", "   "}, {"2401.12345"}, {""}, {}},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.name);
    const LookupPlan plan = plan_lookups(row.given);
    CHECK(looked_up(plan) == row.looked_up);
    CHECK(malformed(plan) == row.malformed);
    CHECK(plan.remaining == row.remaining);
  }
}

TEST_CASE("item 56: malformed ids do not use up the ten") {
  std::vector<std::string> given = {"bad", "worse"};
  for (const std::string& id : numbered(10, 20))
    given.push_back(id);
  const LookupPlan plan = plan_lookups(given);
  CHECK(looked_up(plan) == numbered(10, 19));
  CHECK(plan.remaining == numbered(20, 20));
}

TEST_CASE("eleven ids of which two are equal leave none over") {
  std::vector<std::string> given = numbered(10, 19);
  given.push_back("arXiv:" + given.front());
  CHECK(plan_lookups(given).remaining.empty());
}

TEST_CASE("the order asked for is kept across good and malformed ones") {
  const LookupPlan plan = plan_lookups({"2401.00001", "bad", "2401.00002"});
  REQUIRE(plan.items.size() == 3);
  CHECK(plan.items[0].place == 0);
  CHECK_FALSE(plan.items[1].place.has_value());
  CHECK(plan.items[2].place == 1);
}

TEST_CASE("a long malformed text is cut where it is repeated") {
  const LookupPlan plan = plan_lookups({std::string(10'000, 'x')});
  CHECK(malformed(plan).front().size() == 103);
}

}  // namespace
