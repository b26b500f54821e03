#include "tests/standin/stall_gate.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "common/base/unique_fd.h"

namespace standin {

std::uint64_t StallGate::releases() const {
  const std::lock_guard lock(mutex_);
  return releases_;
}

StallGate::Outcome StallGate::wait(int client, std::uint64_t releases, int timeout_ms) {
  const base::UniqueFd event(::eventfd(0, EFD_CLOEXEC));
  {
    const std::lock_guard lock(mutex_);
    if (open_ || releases_ > releases) return Outcome::kReleased;
    waiting_.insert(event.get());
  }
  std::array<pollfd, 2> entries{{{event.get(), POLLIN, 0}, {client, POLLRDHUP, 0}}};
  while (::poll(entries.data(), entries.size(), timeout_ms) < 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  waiting_.erase(event.get());
  if (entries[1].revents != 0) return Outcome::kClientGone;
  return entries[0].revents != 0 ? Outcome::kReleased : Outcome::kTimeout;
}

void StallGate::release() {
  const std::lock_guard lock(mutex_);
  ++releases_;
  const std::uint64_t one = 1;
  for (const int event : waiting_) {
    [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
  }
}

void StallGate::open_for_good() {
  {
    const std::lock_guard lock(mutex_);
    open_ = true;
  }
  release();
}

}  // namespace standin
