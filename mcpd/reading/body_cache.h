#pragma once

/// Bodies kept for a while, so that paging through a paper fetches and cleans it once, and calls
/// that want one paper at once share the work.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "common/base/deadline.h"
#include "mcpd/reading/body.h"

namespace reading {

/// Any thread may call. Failures are not kept.
class BodyCache {
 public:
  using Clock = base::Deadline::Clock;
  struct Limits {
    std::size_t bytes = std::size_t{64} << 20;  ///< of all that is kept
    std::chrono::minutes age{15};               ///< of what is still given out
  };
  explicit BodyCache(Limits limits, std::function<Clock::time_point()> now = Clock::now)
      : limits_(limits), now_(std::move(now)) {}

  /// The body of `id` as it is kept, or as another call that is under way reads it, or by `read` in
  /// this thread, which `deadline` and `stop` have to end. What ends that other call with a failure
  /// ends this one alike; when it was withdrawn or ran out of its own time, this one reads itself.
  /// Throws what `read` throws, and kTimeout or kCancelled while waiting.
  SharedBody get(const std::string& id, base::Deadline deadline, const std::stop_token& stop,
                 const std::function<Body()>& read);

  /// The body of `id` if it is kept.
  SharedBody find(const std::string& id);

 private:
  struct Flight;
  struct Kept {
    std::string id;
    SharedBody body;
    Clock::time_point since;
  };

  SharedBody look_up(const std::string& id);
  void keep(const std::string& id, const SharedBody& body);
  void drop(std::list<Kept>::iterator kept);
  std::shared_ptr<Flight> board(const std::string& id, SharedBody& kept, base::Deadline deadline,
                                const std::stop_token& stop);
  void land(const std::string& id, Flight& flight);

  const Limits limits_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  std::condition_variable_any landed_;
  std::list<Kept> kept_;  // the last used first
  std::size_t bytes_ = 0;
  std::map<std::string, std::shared_ptr<Flight>> flights_;
};

}  // namespace reading
