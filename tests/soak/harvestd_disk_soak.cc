// A disk of which each operation fails once.

#include <string>

#include <doctest/doctest.h>

#include "tests/blackbox/fault_sweep.h"

namespace {

/// Every `step`th write, and every operation of the kinds that are few.
void sweep(const std::string& command, int step) {
  testing::FaultSweep sweep(command);
  for (const std::string kind : {"open", "write", "full", "sync", "map"}) {
    const bool many = kind == "write" || kind == "full";
    const int failed = sweep.fail_each(kind, many ? step : 1);
    const std::string told = command + ", " + kind + ": ";
    MESSAGE(told, failed);
  }
}

TEST_CASE("each single open, write, sync and map fails, and a disk becomes full at each write") {
  for (const char* command : {"init", "refresh"})
    sweep(command, 1);
}

TEST_CASE("the same for what looks after a file, with some of the writes") {
  for (const char* command : {"import", "repair", "migrate"})
    sweep(command, 23);
}

}  // namespace
