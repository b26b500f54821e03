#include "harvestd/dump/stop_poll.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

#include "common/base/fault.h"

namespace mirror {
namespace {

base::UniqueFd make_event() {
  base::UniqueFd event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
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

void StopPoll::wait(int fd, short events) const {
  std::array<pollfd, 2> entries{{{wake_.get(), POLLIN, 0}, {fd, events, 0}}};
  while (::poll(entries.data(), entries.size(), -1) < 0) {
  }
  if (entries[0].revents != 0) throw base::cancelled();
}

void StopPoll::pause(std::chrono::milliseconds time) const {
  pollfd entry{wake_.get(), POLLIN, 0};
  if (::poll(&entry, 1, static_cast<int>(time.count())) > 0) throw base::cancelled();
}

}  // namespace mirror
