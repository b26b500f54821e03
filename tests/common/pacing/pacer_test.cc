#include "common/pacing/pacer.h"

#include <mutex>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using base::Code;
using base::Deadline;
using pacing::Pacer;
using pacing::Turn;
using std::chrono::milliseconds;
using Clock = Deadline::Clock;

constexpr milliseconds kDelay(60);

Turn take(Pacer& pacer) {
  return pacer.take_turn(Deadline::never(), {});
}

void wait_for_queue(const Pacer& pacer, std::size_t length) {
  while (pacer.waiting() < length)
    std::this_thread::yield();
}

Code code_of(Pacer& pacer, Deadline deadline, const std::stop_token& stop) {
  try {
    pacer.take_turn(deadline, stop);
  } catch (const base::Fault& fault) {
    return fault.code();
  }
  throw std::logic_error("a turn was given");
}

TEST_CASE("item 47: a turn comes the delay after the end of the one before, however that went") {
  Pacer patient({"API", std::chrono::hours(1)});
  take(patient);  // which nothing holds up
  Pacer pacer({"API", kDelay});
  try {
    const Turn turn = take(pacer);
    throw std::runtime_error("the request failed");
  } catch (const std::runtime_error&) {
  }
  const Clock::time_point end = Clock::now();
  const Turn next = take(pacer);
  CHECK(Clock::now() - end >= kDelay - milliseconds(5));
}

TEST_CASE("turns are given in the order of asking, one at a time") {
  Pacer pacer({"API", milliseconds(0)});
  std::mutex mutex;
  std::vector<int> order;
  std::optional<Turn> first = take(pacer);
  std::vector<std::jthread> threads;
  for (int number = 0; number < 5; ++number) {
    threads.emplace_back([&, number] {
      const Turn turn = take(pacer);
      const std::unique_lock alone(mutex, std::try_to_lock);
      if (alone) order.push_back(number);
    });
    wait_for_queue(pacer, static_cast<std::size_t>(number) + 1);
  }
  CHECK(order.empty());
  first.reset();
  for (std::jthread& thread : threads)
    thread.join();
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("item 48: who gives up leaves at once and costs neither a turn nor a delay") {
  Pacer pacer({"API", std::chrono::hours(1)});
  std::optional<Turn> first = take(pacer);
  std::stop_source stop;
  std::optional<Code> given_up;
  std::jthread waiting([&] { given_up = code_of(pacer, Deadline::never(), stop.get_token()); });
  wait_for_queue(pacer, 1);
  stop.request_stop();
  waiting.join();
  CHECK(given_up == Code::kCancelled);
  CHECK(pacer.waiting() == 0);
  CHECK(code_of(pacer, Deadline::never(), stop.get_token()) == Code::kCancelled);
  CHECK(code_of(pacer, Deadline::after(milliseconds(1)), {}) == Code::kTimeout);
  first.reset();
  CHECK(code_of(pacer, Deadline::after(milliseconds(1)), {}) == Code::kTimeout);
}

TEST_CASE("when the first one gives up, the second one has its turn") {
  Pacer pacer({"API", milliseconds(0)});
  std::optional<Turn> open = take(pacer);
  std::stop_source stop;
  std::jthread first([&] { code_of(pacer, Deadline::never(), stop.get_token()); });
  wait_for_queue(pacer, 1);
  bool served = false;
  std::jthread second([&] {
    const Turn turn = take(pacer);
    served = true;
  });
  wait_for_queue(pacer, 2);
  stop.request_stop();
  first.join();
  open.reset();
  second.join();
  CHECK(served);
}

TEST_CASE("a cooldown holds up the next turn, and a shorter one does not cut it") {
  Pacer pacer({"API", milliseconds(0)});
  const Clock::time_point begin = Clock::now();
  pacer.cool_down(kDelay);
  pacer.cool_down(milliseconds(1));
  const Turn turn = take(pacer);
  CHECK(Clock::now() - begin >= kDelay);
}

TEST_CASE("a cooldown that is set while a request is open holds up those who wait already") {
  Pacer pacer({"API", milliseconds(0)});
  std::optional<Turn> open = take(pacer);
  Clock::time_point served;
  std::jthread waiting([&] {
    const Turn turn = take(pacer);
    served = Clock::now();
  });
  wait_for_queue(pacer, 1);
  const Clock::time_point begin = Clock::now();
  pacer.cool_down(kDelay);
  open.reset();
  waiting.join();
  CHECK(served - begin >= kDelay);
}

}  // namespace
