#include "common/pacing/slot_state.h"

#include <doctest/doctest.h>

namespace {

using pacing::format_slot;
using pacing::Instant;
using pacing::OpenRequest;
using pacing::parse_slot;
using pacing::SlotState;
using pacing::time_to_wait;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* kBoot = "0b75d0a2-6b5b-4c39-8c54-1f2d3ab0c9d1";
constexpr Instant kNow = std::chrono::hours(100);
constexpr milliseconds kDelay(3000);

SlotState full() {
  SlotState state;
  state.end = kNow - seconds(1);
  state.cooldown_end = kNow + seconds(20);
  state.open = OpenRequest{4711, kNow - seconds(2)};
  state.next_ticket = 99;
  return state;
}

TEST_CASE("a state is a line of fixed length that is read as it was written") {
  SlotState largest = full();
  largest.next_ticket = (1ULL << 60) - 1;
  largest.end = largest.cooldown_end = std::chrono::hours(2'000'000);
  largest.open = OpenRequest{4'194'304, *largest.end};
  for (const SlotState& state : {SlotState{}, full(), largest}) {
    const std::string text = format_slot(state, kBoot);
    CHECK(text.size() == pacing::kSlotBytes);
    CHECK(text.find('\n') == text.size() - 1);
    CHECK(parse_slot(text, kBoot, state.end.value_or(kNow) + seconds(1)) == state);
  }
}

TEST_CASE("what another start of the machine wrote, and what is no state, says nothing") {
  const std::string text = format_slot(full(), kBoot);
  CHECK(parse_slot(text, "1c75d0a2-6b5b-4c39-8c54-1f2d3ab0c9d1", kNow) == SlotState{});
  const std::string zeros(4096, '\0');
  for (const std::string& garbage :
       {std::string(), zeros, std::string(1 << 20, 'x'), text.substr(0, 30), "x" + text,
        std::string("arxiv-mirror-slot-1\n"), text.substr(0, 60) + std::string(900, ' ')}) {
    CHECK(parse_slot(garbage, kBoot, kNow) == SlotState{});
  }
}

TEST_CASE("values out of range count as none, whoever wrote them") {
  const auto parse = [](const std::string& words) {
    return parse_slot("arxiv-mirror-slot-1 " + std::string(kBoot) + " " + words, kBoot, kNow);
  };
  const std::string now = std::to_string(kNow.count());
  const std::string later = std::to_string((kNow + seconds(1)).count());
  const std::string far = std::to_string((kNow + seconds(31)).count());
  CHECK(parse(now + " - - - 1").end == kNow);
  CHECK(parse(later + " - - - 1").end == std::nullopt);
  CHECK(parse("-1 - - - 1").end == std::nullopt);
  CHECK(parse("99999999999999999999 - - - 1").end == std::nullopt);
  CHECK(parse("- " + later + " - - 1").cooldown_end == kNow + seconds(1));
  CHECK(parse("- " + far + " - - 1").cooldown_end == std::nullopt);
  CHECK(parse("- - 12 " + later + " 1").open == OpenRequest{12, kNow});
  CHECK(parse("- - x - 1").open == OpenRequest{0, kNow});
  for (const char* ticket : {"0", "-4", "1152921504606846976", "x"})
    CHECK(parse(std::string("- - - - ") + ticket).next_ticket == 1);
}

TEST_CASE("a request begins the delay after the last one's end and after the cooldown") {
  const struct {
    std::optional<Instant> end;
    std::optional<Instant> cooldown_end;
    Instant wait;
  } kCases[] = {
      {std::nullopt, std::nullopt, Instant(0)},
      {kNow, std::nullopt, kDelay},
      {kNow - seconds(1), std::nullopt, seconds(2)},
      {kNow - kDelay, std::nullopt, Instant(0)},
      {kNow - kDelay + Instant(1), std::nullopt, Instant(1)},
      {Instant(0), std::nullopt, Instant(0)},
      {kNow - seconds(1), kNow + seconds(20), seconds(20)},
      {kNow - seconds(1), kNow + seconds(1), seconds(2)},
      {std::nullopt, kNow - seconds(1), Instant(0)},
  };
  for (const auto& row : kCases) {
    SlotState state;
    state.end = row.end;
    state.cooldown_end = row.cooldown_end;
    CHECK(time_to_wait(state, kDelay, kNow) == row.wait);
  }
}

TEST_CASE("a request whose process is gone ended no later than now, and the delay follows") {
  const SlotState state = pacing::without_lost_request(full(), kNow);
  CHECK(state.open == std::nullopt);
  CHECK(state.end == kNow);
  SlotState idle = full();
  idle.open.reset();
  CHECK(pacing::without_lost_request(idle, kNow) == idle);
}

TEST_CASE("a cooldown is only ever put off, and no longer than the longest") {
  const SlotState state = full();
  CHECK(with_cooldown(state, seconds(1), kNow).cooldown_end == kNow + seconds(20));
  CHECK(with_cooldown(state, seconds(25), kNow).cooldown_end == kNow + seconds(25));
  CHECK(with_cooldown(state, std::chrono::hours(9), kNow).cooldown_end == kNow + seconds(30));
  CHECK(pacing::with_cooldown({}, milliseconds(-5), kNow).cooldown_end == kNow);
}

}  // namespace
