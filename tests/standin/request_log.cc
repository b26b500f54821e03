#include "tests/standin/request_log.h"

#include <algorithm>
#include <stdexcept>

#include "common/base/json.h"

namespace standin {

RequestLog::RequestLog(const std::string& file) {
  if (file.empty()) return;
  file_.reset(std::fopen(file.c_str(), "a"));
  if (!file_) throw std::runtime_error("cannot write the request log");
}

long long RequestLog::now_ms() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               start_)
      .count();
}

std::size_t RequestLog::begin(std::string_view method, std::string_view target,
                              std::string_view user_agent) {
  const std::lock_guard lock(mutex_);
  entries_.push_back(
      {std::string(method), std::string(target), std::string(user_agent), 0, now_ms(), -1, -1});
  changed_.notify_all();
  return entries_.size() - 1;
}

void RequestLog::answered(std::size_t number, int status) {
  const std::lock_guard lock(mutex_);
  entries_[number].status = status;
}

void RequestLog::ending(std::size_t number) {
  const std::lock_guard lock(mutex_);
  entries_[number].last_bytes_ms = now_ms();
}

void RequestLog::end(std::size_t number) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[number];
  entry.end_ms = entry.last_bytes_ms >= 0 ? entry.last_bytes_ms : now_ms();
  if (file_) {
    std::fputs(line(entry).c_str(), file_.get());
    std::fflush(file_.get());
  }
  changed_.notify_all();
}

std::string RequestLog::line(const Entry& entry) {
  json::Writer out;
  out.begin_object();
  json::member(out, "method", entry.method);
  json::member(out, "target", entry.target);
  json::member(out, "user_agent", entry.user_agent);
  json::member(out, "status", std::int64_t{entry.status});
  json::member(out, "begin_ms", std::int64_t{entry.begin_ms});
  json::member(out, "end_ms", std::int64_t{entry.end_ms});
  out.end_object();
  return out.take() + "\n";
}

std::string RequestLog::lines() const {
  const std::lock_guard lock(mutex_);
  std::string result;
  for (const Entry& entry : entries_)
    result += line(entry);
  return result;
}

std::size_t RequestLog::reached(State state, std::string_view prefix) const {
  return static_cast<std::size_t>(
      std::count_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.target.starts_with(prefix) && (state == State::kBegun || entry.end_ms >= 0);
      }));
}

bool RequestLog::wait(State state, std::string_view prefix, std::size_t count,
                      base::Deadline deadline) {
  std::unique_lock lock(mutex_);
  const auto ready = [&] { return closed_ || reached(state, prefix) >= count; };
  changed_.wait_for(lock, deadline.remaining(), ready);
  return reached(state, prefix) >= count;
}

void RequestLog::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

}  // namespace standin
