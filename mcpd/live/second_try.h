#pragma once

/// The one repetition that a failed request is worth (contract 4.5).

#include <chrono>
#include <optional>
#include <string_view>

#include "common/base/fault.h"

namespace live {

/// The pause before the second try, a quarter more or less than `delay` or as the host's
/// Retry-After says; nothing when there shall be none: only kServiceUnavailable that is not marked
/// otherwise is worth one, and no wait of more than half a minute.
std::optional<std::chrono::milliseconds> pause_before_second_try(const base::Fault& fault,
                                                                 std::chrono::milliseconds delay);

/// `fault`, by which the second try failed too: the message says so, and the data hold
/// `retryAttempts` and `operation`.
base::Fault after_second_try(const base::Fault& fault, std::string_view operation);

}  // namespace live
