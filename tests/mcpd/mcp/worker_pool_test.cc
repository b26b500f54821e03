#include "mcpd/mcp/worker_pool.h"

#include <atomic>
#include <latch>
#include <set>

#include <doctest/doctest.h>

#include "tests/support/process.h"

namespace {

using mcp::WorkerPool;

TEST_CASE("jobs run, and the pool is idle afterwards") {
  WorkerPool pool(4);
  CHECK(pool.wait_idle(testing::patience()));
  std::atomic<int> ran = 0;
  for (std::uint64_t key = 0; key < 100; ++key)
    pool.submit(key, [&] { ++ran; });
  CHECK(pool.wait_idle(testing::patience()));
  CHECK(ran == 100);
}

TEST_CASE("as many jobs as the limit run side by side") {
  WorkerPool pool(3);
  std::latch all(3);
  for (std::uint64_t key = 0; key < 3; ++key)
    pool.submit(key, [&] { all.arrive_and_wait(); });
  CHECK(pool.wait_idle(testing::patience()));
}

TEST_CASE("one thread serves jobs that come one after the other") {
  WorkerPool pool(8);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  for (std::uint64_t key = 0; key < 20; ++key) {
    pool.submit(key, [&] {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
    REQUIRE(pool.wait_idle(testing::patience()));
  }
  // A thread that has just finished may not wait again yet when the next job comes.
  CHECK(threads.size() < 20);
}

TEST_CASE("a job that waits can be withdrawn, one that runs cannot") {
  std::latch begun(1);
  std::latch release(1);
  std::atomic<bool> second = false;
  WorkerPool pool(1);
  pool.submit(1, [&] {
    begun.count_down();
    release.wait();
  });
  begun.wait();
  pool.submit(2, [&] { second = true; });
  CHECK(pool.withdraw(2));
  CHECK(!pool.withdraw(2));
  CHECK(!pool.withdraw(1));
  CHECK(!pool.wait_idle(base::Deadline::after(std::chrono::milliseconds(5))));
  release.count_down();
  CHECK(pool.wait_idle(testing::patience()));
  CHECK(!second);
}

TEST_CASE("the end drops what waits and lets what runs return") {
  std::latch begun(1);
  std::latch release(1);
  std::atomic<bool> first = false;
  std::atomic<bool> second = false;
  std::thread opener;
  {
    WorkerPool pool(1);
    pool.submit(1, [&] {
      begun.count_down();
      release.wait();
      first = true;
    });
    begun.wait();
    pool.submit(2, [&] { second = true; });
    pool.withdraw(2);
    opener = std::thread([&] { release.count_down(); });
  }
  opener.join();
  CHECK(first);
  CHECK(!second);
}

}  // namespace
