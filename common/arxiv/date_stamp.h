#pragma once

/// The two spellings of an instant: `YYYYMMDDHHMM` in queries and the mirror's own form.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace arxiv {

inline constexpr std::size_t kStampSize = 12;

/// `202403100000` as `2024-03-10T00:00:00.000Z`; nothing when it names no real minute.
std::optional<std::string> instant_of_stamp(std::string_view stamp);

/// `2024-03-10T00:00:00.000Z` as `202403100000`; seconds are dropped.
std::string stamp_of_instant(std::string_view instant);

}  // namespace arxiv
