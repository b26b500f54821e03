#pragma once

/// Sizes and spans as people read them. Pure.

#include <chrono>
#include <cstdint>
#include <string>

namespace base {

/// A size in bytes with three significant digits: `0 B`, `1.21 GiB`.
std::string human_size(std::int64_t bytes);

/// A span of time: `42 s`, `3 min 20 s`, `2 h 05 min`.
std::string span_text(std::chrono::milliseconds span);

}  // namespace base
