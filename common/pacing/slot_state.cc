#include "common/pacing/slot_state.h"

#include <algorithm>
#include <vector>

#include "common/base/number.h"
#include "common/base/text.h"

namespace pacing {
namespace {

constexpr std::string_view kForm = "arxiv-mirror-slot-1";
constexpr std::string_view kNone = "-";
/// Tickets are places of locks in the file, far below the largest that there can be.
constexpr std::uint64_t kTickets = 1ULL << 60;

std::string instant_text(const std::optional<Instant>& instant) {
  return instant ? std::to_string(instant->count()) : std::string(kNone);
}

/// Nothing for what is no instant up to `latest`.
std::optional<Instant> parse_instant(std::string_view word, Instant latest) {
  const auto count = base::parse_number<std::int64_t>(word);
  if (!count || Instant(*count) > latest) return std::nullopt;
  return Instant(*count);
}

}  // namespace

std::string format_slot(const SlotState& state, std::string_view boot) {
  const auto since = state.open ? std::optional(state.open->since) : std::nullopt;
  std::string text = base::join({std::string(kForm), std::string(boot), instant_text(state.end),
                                 instant_text(state.cooldown_end),
                                 state.open ? std::to_string(state.open->pid) : std::string(kNone),
                                 instant_text(since), std::to_string(state.next_ticket)},
                                " ");
  text.resize(kSlotBytes - 1, ' ');
  return text + '\n';
}

SlotState parse_slot(std::string_view text, std::string_view boot, Instant now) {
  const std::vector<std::string_view> words = base::split_words(text.substr(0, kSlotBytes));
  SlotState state;
  if (words.size() != 7 || words[0] != kForm || words[1] != boot) return state;
  state.end = parse_instant(words[2], now);
  state.cooldown_end = parse_instant(words[3], now + kLongestCooldown);
  const auto pid = base::parse_number<std::int64_t>(words[4]);
  // A request of which anything is said was open; since when matters to people alone.
  if (words[4] != kNone || words[5] != kNone) {
    state.open = OpenRequest{pid.value_or(0), parse_instant(words[5], now).value_or(now)};
  }
  const auto ticket = base::parse_number<std::uint64_t>(words[6]);
  if (ticket && *ticket > 0 && *ticket < kTickets) state.next_ticket = *ticket;
  return state;
}

SlotState without_lost_request(SlotState state, Instant now) {
  if (state.open) state.end = now;
  state.open.reset();
  return state;
}

Instant time_to_wait(const SlotState& state, std::chrono::milliseconds delay, Instant now) {
  const Instant paused = state.end ? *state.end + delay : now;
  return std::max({paused - now, state.cooldown_end.value_or(now) - now, Instant(0)});
}

SlotState with_cooldown(SlotState state, std::chrono::milliseconds span, Instant now) {
  const Instant end = now + std::clamp(span, std::chrono::milliseconds(0), kLongestCooldown);
  state.cooldown_end = std::max(state.cooldown_end.value_or(end), end);
  return state;
}

}  // namespace pacing
