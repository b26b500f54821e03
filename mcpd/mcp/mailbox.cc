#include "mcpd/mcp/mailbox.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace mcp {

Mailbox::Mailbox(std::size_t capacity)
    : capacity_(capacity), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

bool Mailbox::post(Event event, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, stop, [this] { return bytes_ + backlog_ < capacity_; });
  if (stop.stop_requested()) return false;
  bytes_ += event.line.size();
  events_.push_back(std::move(event));
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
  return true;
}

std::vector<Event> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = ::read(wake_.get(), &count, sizeof count);
  backlog_ += std::exchange(bytes_, 0);
  return std::exchange(events_, {});
}

void Mailbox::set_backlog(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  backlog_ = bytes;
  if (bytes_ + backlog_ < capacity_) room_.notify_all();
}

}  // namespace mcp
