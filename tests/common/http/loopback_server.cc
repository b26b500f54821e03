#include "tests/common/http/loopback_server.h"

#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/socket.h>

namespace testing {
namespace {

enum class Event { kInput, kQuit, kNothing };

/// Waits for input on `fd`, for `quit`, or for `timeout_ms` (-1: for ever).
Event wait_for(int fd, int quit, int timeout_ms = -1) {
  std::array<pollfd, 2> entries{{{fd, POLLIN, 0}, {quit, POLLIN, 0}}};
  while (::poll(entries.data(), entries.size(), timeout_ms) < 0) {
  }
  if (entries[1].revents != 0) return Event::kQuit;
  return entries[0].revents != 0 ? Event::kInput : Event::kNothing;
}

}  // namespace

std::optional<std::string> Conversation::read_head() {
  for (;;) {
    const std::size_t end = pending_.find("\r\n\r\n");
    if (end != std::string::npos) {
      std::string head = pending_.substr(0, end + 2);
      pending_.erase(0, end + 4);
      return head;
    }
    std::array<char, 4096> buffer{};
    if (wait_for(fd_, quit_) != Event::kInput) return std::nullopt;
    const ssize_t size = ::recv(fd_, buffer.data(), buffer.size(), 0);
    if (size <= 0) return std::nullopt;
    pending_.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

void Conversation::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

bool Conversation::wait_for_close() {
  std::array<char, 4096> buffer{};
  do {
    if (wait_for(fd_, quit_) != Event::kInput) return false;
  } while (::recv(fd_, buffer.data(), buffer.size(), 0) > 0);
  return true;
}

bool Conversation::closes_within(std::chrono::milliseconds span) {
  char ignored = 0;
  const Event event = wait_for(fd_, quit_, static_cast<int>(span.count()));
  return event == Event::kQuit || (event == Event::kInput && ::recv(fd_, &ignored, 1, 0) <= 0);
}

void Conversation::reset() {
  const linger at_once{1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

LoopbackServer::LoopbackServer(Handler handler)
    : handler_(std::move(handler)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      quit_(::eventfd(0, EFD_CLOEXEC)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_.get(), generic, size) != 0 || ::listen(listener_.get(), 16) != 0 ||
      ::getsockname(listener_.get(), generic, &size) != 0) {
    throw std::runtime_error("no loopback port");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::jthread([this] { accept_all(); });
}

LoopbackServer::~LoopbackServer() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(quit_.get(), &one, sizeof one);
  acceptor_.join();
}

void LoopbackServer::accept_all() {
  while (wait_for(listener_.get(), quit_.get()) == Event::kInput) {
    const int fd = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const std::lock_guard lock(mutex_);
    conversations_.emplace_back([this, connection = base::UniqueFd(fd)] {
      Conversation conversation(connection.get(), quit_.get());
      handler_(conversation);
    });
  }
}

std::string LoopbackServer::url(std::string_view path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
}

int LoopbackServer::connections() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(conversations_.size());
}

LoopbackServer::Handler always(std::string response) {
  return [response = std::move(response)](Conversation& conversation) {
    while (conversation.read_head())
      conversation.send(response);
  };
}

std::string http_answer(int status, std::string_view extra, std::string_view body) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + std::string(extra) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace testing
