#pragma once

/// What the processes of a user know together of one host of arXiv's (decision 42), and what
/// follows from it. Pure.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pacing {

/// Time since the machine's start, suspended or not: what neither a set clock nor a suspend moves.
using Instant = std::chrono::nanoseconds;

/// A request that was begun and whose end has not been written.
struct OpenRequest {
  std::int64_t pid = 0;
  Instant since{};
  bool operator==(const OpenRequest&) const = default;
};

struct SlotState {
  std::optional<Instant> end;           ///< of the last request
  std::optional<Instant> cooldown_end;  ///< before which none begins
  std::optional<OpenRequest> open;
  std::uint64_t next_ticket = 1;  ///< the next place in the queue
  bool operator==(const SlotState&) const = default;
};

/// No cooldown is longer (contract 4.3); what a file says beyond is none.
inline constexpr std::chrono::milliseconds kLongestCooldown{30'000};
/// Bytes of a slot file.
inline constexpr std::size_t kSlotBytes = 160;

/// The file's content, kSlotBytes of one line of text; `boot` names the machine's start.
std::string format_slot(const SlotState& state, std::string_view boot);

/// What a file's bytes say at `now`. Text of another form and of another start says nothing; an
/// instant to come where there can be none, and a cooldown beyond the longest, count as none.
SlotState parse_slot(std::string_view text, std::string_view boot, Instant now);

/// Of a request whose process is gone all that is known is that it has ended by `now`.
SlotState without_lost_request(SlotState state, Instant now);

/// How long a process that wants `delay` between requests waits from `now` on; zero: it may begin.
Instant time_to_wait(const SlotState& state, std::chrono::milliseconds delay, Instant now);

/// A cooldown of `span` from `now` on, unless one that ends later runs.
SlotState with_cooldown(SlotState state, std::chrono::milliseconds span, Instant now);

}  // namespace pacing
