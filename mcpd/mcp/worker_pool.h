#pragma once

/// Threads for calls that wait on the network, the mirror or a child process.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/deadline.h"

namespace mcp {

/// Runs jobs in the order they came, at most `limit` at a time. Threads start when a job finds none
/// idle, and then stay. Any thread may call.
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t limit) : limit_(limit) {}
  /// Drops the jobs that wait and joins the threads: jobs that run have to return.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Queues `job`, which must not throw. Throws std::system_error when not one thread can start.
  void submit(std::uint64_t key, std::function<void()> job);
  /// Takes back the job of `key` if it still waits; it then never runs.
  bool withdraw(std::uint64_t key);
  /// Waits until no job waits or runs; false at the deadline.
  bool wait_idle(base::Deadline deadline);

 private:
  void work();
  void ensure_thread();

  const std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable job_ready_;
  std::condition_variable all_done_;
  std::deque<std::pair<std::uint64_t, std::function<void()>>> queue_;
  std::size_t idle_ = 0;
  std::size_t running_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mcp
