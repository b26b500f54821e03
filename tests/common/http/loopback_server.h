#pragma once

/// A server of a few lines on 127.0.0.1 whose every byte and pause a test decides.

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

#include "common/base/unique_fd.h"

namespace testing {

/// One accepted connection, inside its handler.
class Conversation {
 public:
  Conversation(int fd, int quit) : fd_(fd), quit_(quit) {}

  /// The next request's head; nothing once the client has gone or the server ends.
  std::optional<std::string> read_head();
  void send(std::string_view bytes);
  /// Waits until the client closes its side. False when the server ended first.
  bool wait_for_close();
  /// True when the client closes its side within `span`.
  bool closes_within(std::chrono::milliseconds span);
  /// Ends the connection with a reset instead of an orderly close.
  void reset();

 private:
  int fd_;
  int quit_;
  std::string pending_;
};

/// Accepts connections and runs `handler` for each on a thread of its own; the connection closes
/// when it returns. The destructor ends every wait and joins.
class LoopbackServer {
 public:
  using Handler = std::function<void(Conversation&)>;

  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url(std::string_view path = "/") const;
  int connections() const;

 private:
  void accept_all();

  Handler handler_;
  base::UniqueFd listener_;
  base::UniqueFd quit_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::list<std::jthread> conversations_;
  std::jthread acceptor_;
};

/// A handler that answers every request of a connection with `response`.
LoopbackServer::Handler always(std::string response);

/// `HTTP/1.1 STATUS X` with Content-Length, `extra` header lines (each ended by CRLF) and `body`.
std::string http_answer(int status, std::string_view extra, std::string_view body);

}  // namespace testing
