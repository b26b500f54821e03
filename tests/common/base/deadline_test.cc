#include "common/base/deadline.h"

#include <thread>

#include <doctest/doctest.h>

namespace {

using base::Deadline;
using std::chrono::hours;
using std::chrono::milliseconds;

TEST_CASE("never does not expire and has time left") {
  const Deadline never = Deadline::never();
  CHECK(never.is_never());
  CHECK_FALSE(never.expired());
  CHECK(never.remaining() > hours(24));
}

TEST_CASE("a deadline in the past has expired, with nothing left") {
  for (const Deadline past :
       {Deadline::at(Deadline::Clock::now() - hours(1)), Deadline::after(milliseconds(0)),
        Deadline::after(milliseconds(-5)), Deadline::after(milliseconds::min())}) {
    CHECK(past.expired());
    CHECK(past.remaining() == milliseconds(0));
    CHECK_FALSE(past.is_never());
  }
}

TEST_CASE("what is left is never more than what was given") {
  const Deadline hour = Deadline::after(hours(1));
  CHECK_FALSE(hour.expired());
  CHECK(hour.remaining() <= hours(1));
  CHECK(hour.remaining() > milliseconds(0));
}

TEST_CASE("a span beyond the clock's range means never") {
  CHECK(Deadline::after(milliseconds::max()).is_never());
}

TEST_CASE("the earlier of two deadlines") {
  const Deadline soon = Deadline::after(hours(1));
  const Deadline late = Deadline::after(hours(2));
  CHECK(soon.earlier_of(late).when() == soon.when());
  CHECK(late.earlier_of(soon).when() == soon.when());
  CHECK(Deadline::never().earlier_of(soon).when() == soon.when());
  CHECK(Deadline::never().earlier_of(Deadline::never()).is_never());
}

TEST_CASE("wait_until comes back at its time, or at once when that has passed") {
  const Deadline soon = Deadline::after(milliseconds(5));
  CHECK(base::wait_until(soon, {}));
  CHECK(soon.expired());
  CHECK(base::wait_until(Deadline::after(milliseconds(0)), {}));
}

TEST_CASE("wait_until does not begin when it was already told to stop") {
  std::stop_source source;
  source.request_stop();
  CHECK_FALSE(base::wait_until(Deadline::never(), source.get_token()));
  CHECK_FALSE(base::wait_until(Deadline::after(hours(1)), source.get_token()));
}

TEST_CASE("a stop request from another thread ends a wait") {
  for (const Deadline until : {Deadline::never(), Deadline::after(hours(1))}) {
    std::stop_source source;
    std::jthread stopper([&source] { source.request_stop(); });
    CHECK_FALSE(base::wait_until(until, source.get_token()));
  }
}

}  // namespace
