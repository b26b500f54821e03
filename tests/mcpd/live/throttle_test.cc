#include "mcpd/live/throttle.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using live::cooldown_after;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE("contract 4.3: cooldowns double up to half a minute, a Retry-After lengthens them") {
  const struct {
    int consecutive;
    std::optional<milliseconds> retry_after;
    milliseconds cooldown;
  } kCases[] = {
      {1, {}, seconds(5)},
      {2, {}, seconds(10)},
      {3, {}, seconds(20)},
      {4, {}, seconds(30)},
      {5, {}, seconds(30)},
      {1'000'000, {}, seconds(30)},
      {1, seconds(0), seconds(5)},
      {1, seconds(7), seconds(7)},
      {2, seconds(7), seconds(10)},
      {1, seconds(120), seconds(30)},
      {9, seconds(120), seconds(30)},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.consecutive);
    CHECK(cooldown_after(row.consecutive, row.retry_after) == row.cooldown);
  }
}

TEST_CASE("item 45: throttles are counted until an answer comes, and hold up every turn") {
  pacing::Pacer pacer({"API", milliseconds(0)});
  live::Throttle throttle(pacer);
  const auto first = throttle.note_throttled("");
  CHECK(first.cooldown == seconds(5));
  CHECK(first.consecutive == 1);
  const auto second = throttle.note_throttled("nonsense");
  CHECK(second.cooldown == seconds(10));
  CHECK(second.consecutive == 2);
  throttle.note_answered();
  CHECK(throttle.note_throttled("8").cooldown == seconds(8));
  try {
    pacer.take_turn(base::Deadline::after(milliseconds(10)), {});
    FAIL_CHECK("a turn was given");
  } catch (const base::Fault& fault) {
    CHECK(fault.code() == base::Code::kTimeout);
  }
}

}  // namespace
