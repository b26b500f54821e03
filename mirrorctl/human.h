#pragma once

/// Sizes and times as people read them. Pure.

#include <cstdint>
#include <string>

#include "common/base/clock.h"

namespace mirrorctl {

/// A size in bytes with three significant digits: `0 B`, `1.21 GiB`.
std::string human_size(std::int64_t bytes);

/// How long before `now` `then` was, in its largest unit: `just now`, `1 minute ago`, `23 hours
/// ago`, `400 days ago`; `in the future` beyond a minute ahead.
std::string ago(base::WallTime then, base::WallTime now);

/// The same for a day, in whole days: `today`, `yesterday`, `5 days ago`.
std::string days_ago(base::WallTime day, base::WallTime now);

}  // namespace mirrorctl
