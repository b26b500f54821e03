#pragma once

/// What is known of a harvest before it has been made.

#include <cstdint>

namespace mirror {

/// Papers that arXiv lists, rounded: what a first harvest is measured against.
inline constexpr std::int64_t kArxivPapers = 3'000'000;

/// Disk that a paper takes, its share of the indexes and the log included.
inline constexpr std::int64_t kBytesPerPaper = 2'500;

}  // namespace mirror
