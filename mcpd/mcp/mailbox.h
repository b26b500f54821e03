#pragma once

/// What worker threads hand to the thread that owns the session.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "common/base/log.h"
#include "common/base/unique_fd.h"

namespace mcp {

/// A line that belongs to a call, not yet sent.
struct Event {
  enum Kind {
    kResponse,  ///< ends the call
    kProgress,
    kLog,
  };
  std::uint64_t call;
  Kind kind;
  std::string line;
  base::Level level = base::Level::kInfo;  ///< of a log record
};

/// A bounded queue of events: while the client does not read, workers wait here.
class Mailbox {
 public:
  /// `capacity` bounds the lines here and in the transport together; one more line may pass it.
  explicit Mailbox(std::size_t capacity);

  /// Any thread. Waits for room; false when `stop` fired first, and then `event` is dropped.
  bool post(Event event, const std::stop_token& stop);

  /// Session thread: everything posted so far, in order.
  std::vector<Event> take();
  /// Session thread: how much the transport still holds.
  void set_backlog(std::size_t bytes);
  /// Readable while there may be events.
  int fd() const { return wake_.get(); }

 private:
  const std::size_t capacity_;
  base::UniqueFd wake_;
  std::mutex mutex_;
  std::condition_variable_any room_;
  std::vector<Event> events_;
  std::size_t bytes_ = 0;
  std::size_t backlog_ = 0;
};

}  // namespace mcp
