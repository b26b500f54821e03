#pragma once

/// Where stalled answers wait.

#include <cstdint>
#include <mutex>
#include <set>

namespace standin {

/// Any thread may call.
class StallGate {
 public:
  enum class Outcome { kReleased, kClientGone, kTimeout };

  /// How often the gate has been released.
  std::uint64_t releases() const;
  /// Waits until the gate has been released more than `releases` times, the client on socket
  /// `client` closes its side, or `timeout_ms` pass (-1: no limit). With the number of the time
  /// the request was logged, a release that the log gave rise to is never missed.
  Outcome wait(int client, std::uint64_t releases, int timeout_ms = -1);
  /// Lets go on what waits now.
  void release();
  /// Lets go on what waits now or would wait later.
  void open_for_good();

 private:
  mutable std::mutex mutex_;
  std::set<int> waiting_;  ///< an eventfd each
  std::uint64_t releases_ = 0;
  bool open_ = false;
};

}  // namespace standin
