#include "common/base/stop_poll.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

#include "common/base/fault.h"

namespace base {
namespace {

UniqueFd make_event() {
  UniqueFd event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) throw std::system_error(errno, std::generic_category(), "eventfd");
  return event;
}

}  // namespace

StopPoll::StopPoll(const std::stop_token& stop)
    : wake_(make_event()), callback_(stop, Wake{wake_.get()}) {}

void StopPoll::Wake::operator()() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(fd, &one, sizeof one);
}

bool StopPoll::wait(int fd, short events, Deadline deadline) const {
  std::array<pollfd, 2> entries{{{wake_.get(), POLLIN, 0}, {fd, events, 0}}};
  int ready = -1;
  while (ready < 0) {
    const auto left = std::min<std::int64_t>(deadline.remaining().count(), INT_MAX);
    ready =
        ::poll(entries.data(), entries.size(), deadline.is_never() ? -1 : static_cast<int>(left));
  }
  if (entries[0].revents != 0) throw cancelled();
  return ready > 0;
}

void StopPoll::pause(std::chrono::milliseconds time) const {
  pollfd entry{wake_.get(), POLLIN, 0};
  if (::poll(&entry, 1, static_cast<int>(time.count())) > 0) throw cancelled();
}

}  // namespace base
