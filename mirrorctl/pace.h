#pragma once

/// How fast a mirror grows, from looks at it. Pure.

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace mirrorctl {

/// Papers in the file at a moment of the steady clock.
struct Look {
  std::chrono::milliseconds at;
  std::int64_t papers;
};

/// What the looks of the last minute say. Papers come in pages, so two looks that follow each other
/// say little.
class Pace {
 public:
  static constexpr std::chrono::minutes kWindow{1};

  /// `look` is not earlier than the last one.
  void add(const Look& look);

  /// Nothing before there are two looks at different times.
  std::optional<double> papers_per_second() const;
  /// Until there are `expected`; nothing where the file does not grow or has as many.
  std::optional<std::chrono::milliseconds> time_left(std::int64_t expected) const;

 private:
  std::deque<Look> looks_;
};

}  // namespace mirrorctl
