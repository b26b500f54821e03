#pragma once

/// Times as people read them. Pure.

#include <cstdint>
#include <string>

#include "common/base/clock.h"

namespace mirrorctl {

/// How long before `now` `then` was, in its largest unit: `just now`, `1 minute ago`, `23 hours
/// ago`, `400 days ago`; or how long it still takes: `in 3 hours`.
std::string ago(base::WallTime then, base::WallTime now);

/// How far a mirror is behind: `up to date`, `1 day behind`, `5 days behind`; `in the future` for
/// fewer than none.
std::string lag(std::int64_t days);

}  // namespace mirrorctl
