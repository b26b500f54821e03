// A disk of which each operation fails once.

#include <string>

#include <doctest/doctest.h>

#include "tests/blackbox/fault_sweep.h"

namespace {

TEST_CASE("each single open, write, sync and map fails, and a disk becomes full at each write") {
  for (const bool refresh : {false, true}) {
    for (const std::string kind : {"open", "write", "full", "sync", "map"}) {
      testing::FaultSweep sweep;
      int number = 1;
      while (sweep.fails(kind, number, refresh))
        ++number;
      const std::string told = kind + (refresh ? " in a refresh: " : " in an init: ");
      MESSAGE(told, number - 1);
      CHECK(number > 1);
    }
  }
}

}  // namespace
