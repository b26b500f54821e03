#include <doctest/doctest.h>

#include "tests/common/mirror/search_check.h"
#include "tests/support/sanitized.h"

namespace {

TEST_CASE("random searches find what arXiv's rules say, in the order they say") {
  constexpr unsigned kSeed = 20'261'201;
  constexpr unsigned kSearches = testing::kSanitized ? 400 : 2'000;
  testing::SearchCheck check(kSeed, 2'000);
  unsigned live = 0;
  unsigned found = 0;
  for (unsigned i = 1; i <= kSearches; ++i) {
    testing::Random random(kSeed + i);
    const testing::RandomSearch search = testing::random_search(random);
    const auto outcome = check.compare(search);
    INFO("seed ", kSeed + i, ": ", search.describe());
    CHECK(outcome.difference == "");
    live += outcome.live ? 1 : 0;
    found += outcome.found_any ? 1 : 0;
  }
  CHECK(live < kSearches / 4);
  CHECK(found > kSearches / 3);
}

}  // namespace
