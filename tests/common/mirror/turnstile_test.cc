#include "common/mirror/turnstile.h"

#include <atomic>
#include <latch>
#include <optional>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using base::Deadline;
using mirror::Turnstile;

void wait_for_queue(const Turnstile& turnstile, std::size_t length) {
  while (turnstile.waiting() != length)
    std::this_thread::yield();
}

base::Code code_of(Turnstile& turnstile, Deadline deadline, const std::stop_token& stop) {
  try {
    turnstile.enter(deadline, stop);
  } catch (const base::Fault& fault) {
    return fault.code();
  }
  return base::Code::kInternalError;
}

TEST_CASE("as many are inside as there are places, the others come in as they arrived") {
  Turnstile turnstile(2);
  std::optional<Turnstile::Pass> first(turnstile.enter(Deadline::never(), {}));
  std::optional<Turnstile::Pass> second(turnstile.enter(Deadline::never(), {}));
  std::mutex mutex;
  std::vector<int> order;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        const Turnstile::Pass pass = turnstile.enter(Deadline::never(), {});
        const std::lock_guard lock(mutex);
        order.push_back(i);
      });
      wait_for_queue(turnstile, static_cast<std::size_t>(i) + 1);
    }
    second.reset();  // one place: its users follow one another
  }
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(turnstile.waiting() == 0);
}

TEST_CASE("who gives up in the queue holds nothing and holds nobody up") {
  Turnstile turnstile(1);
  std::optional<Turnstile::Pass> inside(turnstile.enter(Deadline::never(), {}));
  std::stop_source stop;
  std::atomic<base::Code> cancelled{};
  std::atomic<bool> entered = false;
  std::jthread waits([&] { cancelled = code_of(turnstile, Deadline::never(), stop.get_token()); });
  wait_for_queue(turnstile, 1);
  std::jthread behind([&] {
    turnstile.enter(Deadline::never(), {});
    entered = true;
  });
  wait_for_queue(turnstile, 2);
  CHECK(code_of(turnstile, Deadline::after(std::chrono::milliseconds(1)), {}) ==
        base::Code::kTimeout);
  stop.request_stop();
  waits.join();
  CHECK(cancelled == base::Code::kCancelled);
  CHECK(!entered);
  inside.reset();
  behind.join();
  CHECK(entered);
  CHECK(code_of(turnstile, Deadline::never(), stop.get_token()) == base::Code::kCancelled);
  const Turnstile::Pass again = turnstile.enter(Deadline::never(), {});
}

TEST_CASE("a pass that was moved is given back once") {
  Turnstile turnstile(1);
  {
    Turnstile::Pass pass = turnstile.enter(Deadline::never(), {});
    const Turnstile::Pass moved = std::move(pass);
    CHECK(code_of(turnstile, Deadline::after(std::chrono::milliseconds(0)), {}) ==
          base::Code::kTimeout);
  }
  const Turnstile::Pass first = turnstile.enter(Deadline::never(), {});
  CHECK(code_of(turnstile, Deadline::after(std::chrono::milliseconds(0)), {}) ==
        base::Code::kTimeout);
}

}  // namespace
