#include "tests/blackbox/corruption.h"

namespace {

TEST_CASE("a byte that is another is found, or harms nothing") {
  const testing::CorruptedMirrors mirrors;
  for (unsigned seed = 1; seed <= 10; ++seed)
    mirrors.check(seed);
}

}  // namespace
