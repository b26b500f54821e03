#pragma once

/// Numbers that are the same for a seed on every machine, unlike the standard distributions'.

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace standin {

/// SplitMix64, by its published recurrence. A value: copies go on alike.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(seed * 0x9e3779b97f4a7c15ULL + stream) {
    next();
  }

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31U);
  }
  /// A number in [0, bound); `bound` is over 0.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  bool chance(std::size_t percent) { return below(100) < percent; }
  template <class Range>
  const auto& pick(const Range& range) {
    return range[below(std::size(range))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace standin
