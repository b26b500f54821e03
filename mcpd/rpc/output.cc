#include "mcpd/rpc/output.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace rpc {
namespace {

/// 1 MiB: some milliseconds at most before input is looked at again.
constexpr int kSlicesAtOnce = 256;

}  // namespace

void Output::push(std::string line, std::stop_token withdrawn) {
  line += '\n';
  bytes_ += line.size();
  lines_.push_back({std::move(line), std::move(withdrawn)});
}

bool Output::write_some() {
  for (int slices = 0; slices < kSlicesAtOnce; ++slices) {
    skip_withdrawn();
    if (lines_.empty() || !writable()) return true;
    if (!write_slice()) return false;
  }
  return true;
}

void Output::skip_withdrawn() {
  while (!lines_.empty() && written_ == 0 && lines_.front().withdrawn.stop_requested()) {
    bytes_ -= lines_.front().text.size();
    lines_.pop_front();
  }
}

bool Output::writable() const {
  pollfd entry{fd_.get(), POLLOUT, 0};
  return ::poll(&entry, 1, 0) == 1 && (entry.revents & (POLLOUT | POLLERR | POLLHUP)) != 0;
}

bool Output::write_slice() {
  const std::string& text = lines_.front().text;
  const std::size_t size = std::min<std::size_t>(text.size() - written_, PIPE_BUF);
  const ssize_t taken = ::write(fd_.get(), text.data() + written_, size);
  if (taken < 0) return errno == EINTR || errno == EAGAIN;
  bytes_ -= static_cast<std::size_t>(taken);
  written_ += static_cast<std::size_t>(taken);
  if (written_ < text.size()) return true;
  lines_.pop_front();
  written_ = 0;
  return true;
}

}  // namespace rpc
