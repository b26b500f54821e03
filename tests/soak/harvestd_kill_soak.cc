// kill -9, two hundred times.

#include <doctest/doctest.h>

#include "tests/blackbox/killed_harvests.h"

namespace {

TEST_CASE("twenty thousand records, two hundred kills") {
  testing::KilledHarvests(20'000, 200, 7).survive(200);
}

}  // namespace
