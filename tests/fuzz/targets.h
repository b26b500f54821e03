#pragma once

/// What reads text from outside, each fed with any bytes. A target returns when all is well and
/// aborts when the reader broke a promise; what crashes or hangs, the sanitizers and libFuzzer see.
///
/// `make fuzz` makes inputs up, from those in tests/data/fuzz/NAME; fuzz_replay runs these in
/// `make test`.

#include <span>
#include <string_view>

namespace fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};

std::span<const Target> targets();

}  // namespace fuzz
