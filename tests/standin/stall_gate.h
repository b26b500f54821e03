#pragma once

/// Where stalled answers wait.

#include <mutex>
#include <set>

namespace standin {

/// Any thread may call.
class StallGate {
 public:
  enum class Outcome { kReleased, kClientGone, kTimeout };

  /// Waits until the gate is released, the client on socket `client` closes its side, or
  /// `timeout_ms` pass (-1: no limit).
  Outcome wait(int client, int timeout_ms = -1);
  /// Lets go on what waits now.
  void release();
  /// Lets go on what waits now or would wait later.
  void open_for_good();

 private:
  std::mutex mutex_;
  std::set<int> waiting_;  ///< an eventfd each
  bool open_ = false;
};

}  // namespace standin
