#pragma once

/// Sizes and spans as people read them. Pure.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// A size in bytes with three significant digits: `0 B`, `1.21 GiB`.
std::string human_size(std::int64_t bytes);

/// A span of time: `42 s`, `3 min 20 s`, `2 h 05 min`.
std::string span_text(std::chrono::milliseconds span);

/// What a person means by `45s`, `90m`, `24h` or `7d`: a whole number and its unit, up to ten
/// years.
std::optional<std::chrono::milliseconds> parse_span(std::string_view text);

}  // namespace base
