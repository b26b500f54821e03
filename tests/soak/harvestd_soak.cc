// harvestd for minutes: killed at random moments, and on a disk of which each operation fails once.

#include <doctest/doctest.h>

#include "tests/blackbox/fault_sweep.h"
#include "tests/blackbox/killed_harvests.h"

namespace {

TEST_CASE("twenty thousand records, two hundred kills") {
  testing::KilledHarvests(20'000, 200, 7).survive(200);
}

TEST_CASE("each single open, write, sync and map fails, and a disk becomes full at each write") {
  for (const bool refresh : {false, true}) {
    for (const char* kind : {"open", "write", "full", "sync", "map"}) {
      testing::FaultSweep sweep;
      int number = 1;
      while (sweep.fails(kind, number, refresh))
        ++number;
      MESSAGE(kind, refresh ? " in a refresh: " : " in an init: ", number - 1);
      CHECK(number > 1);
    }
  }
}

}  // namespace
