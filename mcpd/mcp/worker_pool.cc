#include "mcpd/mcp/worker_pool.h"

#include <algorithm>
#include <system_error>

namespace mcp {

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    queue_.clear();
  }
  job_ready_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

void WorkerPool::submit(std::uint64_t key, std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  ensure_thread();
  queue_.emplace_back(key, std::move(job));
  job_ready_.notify_one();
}

void WorkerPool::ensure_thread() {
  if (idle_ > queue_.size() || threads_.size() == limit_) return;
  try {
    threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    if (threads_.empty()) throw;
  }
}

bool WorkerPool::withdraw(std::uint64_t key) {
  const std::lock_guard lock(mutex_);
  const auto job = std::find_if(queue_.begin(), queue_.end(),
                                [key](const auto& entry) { return entry.first == key; });
  if (job == queue_.end()) return false;
  queue_.erase(job);
  if (queue_.empty() && running_ == 0) all_done_.notify_all();
  return true;
}

bool WorkerPool::wait_idle(base::Deadline deadline) {
  std::unique_lock lock(mutex_);
  const auto done = [this] { return queue_.empty() && running_ == 0; };
  if (!deadline.is_never()) return all_done_.wait_until(lock, deadline.when(), done);
  all_done_.wait(lock, done);
  return true;
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    job_ready_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    --idle_;
    if (ending_) return;
    std::function<void()> job = std::move(queue_.front().second);
    queue_.pop_front();
    ++running_;
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
    --running_;
    if (queue_.empty() && running_ == 0) all_done_.notify_all();
  }
}

}  // namespace mcp
