#include <doctest/doctest.h>

#include "tests/common/mirror/search_check.h"

namespace {

TEST_CASE("20,000 random searches find what arXiv's rules say, in the order they say") {
  constexpr unsigned kSeed = 77'000'000;
  constexpr unsigned kMirrors = 4;
  constexpr unsigned kSearches = 5'000;
  unsigned live = 0;
  for (unsigned mirror = 0; mirror < kMirrors; ++mirror) {
    testing::SearchCheck check(kSeed + mirror, 2'000);
    for (unsigned i = 1; i <= kSearches; ++i) {
      const unsigned seed = kSeed + mirror * kSearches + i;
      testing::Random random(seed);
      const testing::RandomSearch search = testing::random_search(random);
      const auto outcome = check.compare(search);
      INFO("mirror ", mirror, ", seed ", seed, ": ", search.describe());
      CHECK(outcome.difference == "");
      live += outcome.live ? 1 : 0;
    }
  }
  CHECK(live < kMirrors * kSearches / 4);
}

}  // namespace
