#include "mcpd/fulltext/outline.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

using fulltext::Heading;
using fulltext::make_outline;
using fulltext::Outline;

/// `count` headings of `level`, each `step` code points behind the one before.
void add(std::vector<Heading>& headings, int level, int count) {
  for (int i = 0; i < count; ++i)
    headings.push_back({"h", level, headings.size() * 10});
}

}  // namespace

TEST_CASE("up to 200 headings stay as they are") {
  std::vector<Heading> headings;
  add(headings, 1, 100);
  add(headings, 2, 100);
  CHECK(make_outline(headings) == Outline{headings, {}, {}});
  CHECK(make_outline({}) == Outline{});
}

TEST_CASE("over 200, the deepest levels go, each as a whole") {
  std::vector<Heading> headings;
  add(headings, 1, 10);
  add(headings, 2, 180);
  add(headings, 3, 11);
  add(headings, 5, 1);
  Outline outline = make_outline(headings);
  CHECK(outline.entries.size() == 190);
  CHECK(outline.omitted_levels == std::vector<int>{3, 5});
  CHECK_FALSE(outline.continues_at);

  add(headings, 2, 11);
  outline = make_outline(headings);
  CHECK(outline.entries.size() == 10);
  CHECK(outline.omitted_levels == std::vector<int>{2, 3, 5});
}

TEST_CASE("the shallowest level is never left out; over 200, its first 200 stay") {
  std::vector<Heading> headings;
  add(headings, 3, 1);
  add(headings, 2, 203);
  const Outline outline = make_outline(headings);
  CHECK(outline.entries.size() == 200);
  CHECK(outline.entries.front().level == 2);
  CHECK(outline.omitted_levels == std::vector<int>{3});
  CHECK(outline.continues_at == headings[201].start);
}
