// kill -9 at any moment.

#include <doctest/doctest.h>

#include "tests/blackbox/killed_harvests.h"
#include "tests/support/sanitized.h"

namespace {

// The soak tests do it two hundred times with a longer list (tests/soak/harvestd_kill_soak.cc).
TEST_CASE("a harvest killed at random moments, its list changing, ends as one never interrupted") {
  testing::KilledHarvests(1000, 40, 20).survive(testing::kSanitized ? 5 : 20);
}

}  // namespace
