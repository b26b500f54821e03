#pragma once

/// The sockets of the stand-in: takes requests to an Application and delivers its replies in the
/// manner they ask for. The one file that knows httplib.

#include <functional>
#include <memory>
#include <string>

namespace standin {

class Application;

class HttpServer {
 public:
  /// Binds `port` of 127.0.0.1, a free one for 0. Throws std::runtime_error when it is taken.
  explicit HttpServer(int port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// `http://127.0.0.1:PORT`.
  const std::string& base_url() const { return base_url_; }
  /// Serves `application` on threads of its own while `meanwhile` runs, then ends every stall and
  /// connection and joins.
  void serve(Application& application, const std::function<void()>& meanwhile);

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::string base_url_;
};

}  // namespace standin
