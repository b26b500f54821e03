#pragma once

/// Wall-clock instants in the three forms arXiv and the mirror file use. All are UTC.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace base {

using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Where the present comes from; a parameter, so that tests choose it.
using WallClock = std::function<WallTime()>;

WallTime wall_now();

/// `YYYY-MM-DDTHH:MM:SS.mmmZ`, the mirror file's form.
std::string to_iso(WallTime time);

/// `YYYY-MM-DD`.
std::string to_date(WallTime time);

/// Reads `YYYY-MM-DD`, alone or followed by `THH:MM:SS`, optional fraction, and `Z`.
/// Nothing for any other form or a day that does not exist.
std::optional<WallTime> parse_iso(std::string_view text);

/// Reads the e-mail form of arXivRaw: `Mon, 22 Jan 2024 18:59:01 GMT` (weekday and its comma may
/// be missing; one- or two-digit day; the zone is GMT, UTC or an offset such as -0500).
std::optional<WallTime> parse_email_date(std::string_view text);

}  // namespace base
