#include "tests/blackbox/corruption.h"

namespace {

TEST_CASE("a hundred bytes, one at a time, are found or harm nothing") {
  const testing::CorruptedMirrors mirrors;
  for (unsigned seed = 101; seed <= 200; ++seed)
    mirrors.check(seed);
}

}  // namespace
