#include "common/base/write_all.h"

#include <cerrno>
#include <climits>
#include <mutex>
#include <poll.h>
#include <unistd.h>

#include "common/base/deadline.h"

namespace base {
namespace {

/// A full pipe that gets room has it for PIPE_BUF bytes.
bool has_room(int fd, Deadline deadline) {
  pollfd entry{fd, POLLOUT, 0};
  const int left = static_cast<int>(deadline.remaining().count());
  return ::poll(&entry, 1, left) == 1 && (entry.revents & POLLOUT) != 0;
}

}  // namespace

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool write_if_room(int fd, std::string_view text, std::chrono::milliseconds patience) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const Deadline deadline = Deadline::after(patience);
  while (!text.empty()) {
    const std::string_view part = text.substr(0, PIPE_BUF);
    if (!has_room(fd, deadline) || !write_all(fd, part)) return false;
    text.remove_prefix(part.size());
  }
  return true;
}

}  // namespace base
