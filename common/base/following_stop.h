#pragma once

#include <stop_token>

namespace base {

/// A stop source that is requested when another one is, and by its owner alone besides: how work
/// on another thread is abandoned without stopping everything. Any thread may request.
class FollowingStop {
 public:
  explicit FollowingStop(const std::stop_token& other) : forward_(other, Forward{own_}) {}
  FollowingStop(const FollowingStop&) = delete;
  FollowingStop& operator=(const FollowingStop&) = delete;

  std::stop_token token() const { return own_.get_token(); }
  void request() { own_.request_stop(); }

 private:
  struct Forward {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };

  std::stop_source own_;
  std::stop_callback<Forward> forward_;
};

}  // namespace base
