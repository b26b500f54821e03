/// One target for libFuzzer: the one that FUZZ_TARGET names.

#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const fuzz::Target& target : fuzz::targets()) {
    if (target.name != FUZZ_TARGET) continue;
    target.run({reinterpret_cast<const char*>(data), size});
    return 0;
  }
  std::abort();
}
