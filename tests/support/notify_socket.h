#pragma once

/// The service manager's end of sd_notify(3), as a test's own.

#include <array>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <vector>

#include "common/base/unique_fd.h"

namespace testing {

/// A socket at `path`, which goes into NOTIFY_SOCKET. The kernel keeps some ten messages; a sender
/// of more waits until they are taken.
class NotifySocket {
 public:
  explicit NotifySocket(std::string path)
      : path_(std::move(path)), fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const bool fits = path_.size() < sizeof address.sun_path;
    if (fits) path_.copy(static_cast<char*>(address.sun_path), path_.size());
    if (!fits ||
        ::bind(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot bind " + path_);
  }

  const std::string& path() const { return path_; }

  /// The messages that have come in.
  std::vector<std::string> take() const {
    std::vector<std::string> messages;
    std::array<char, 4096> text{};
    while (true) {
      const ssize_t size = ::recv(fd_.get(), text.data(), text.size(), MSG_DONTWAIT);
      if (size < 0) return messages;
      messages.emplace_back(text.data(), static_cast<std::size_t>(size));
    }
  }

 private:
  std::string path_;
  base::UniqueFd fd_;
};

}  // namespace testing
