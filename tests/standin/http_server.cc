#include "tests/standin/http_server.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>

#include <httplib.h>

#include "tests/standin/application.h"

namespace standin {
namespace {

/// Connections that may wait to be accepted.
constexpr int kBacklog = 1024;
constexpr int kDripsPerSecond = 20;
constexpr time_t kSocketSeconds = 60;

/// A thread for each connection, which occupies it while it is open, idle or stalled.
class ConnectionThreads : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> serve) override {
    {
      const std::lock_guard lock(mutex_);
      ++open_;
    }
    std::thread([this, serve = std::move(serve)] {
      serve();
      const std::lock_guard lock(mutex_);
      --open_;
      closed_.notify_all();
    }).detach();
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    closed_.wait(lock, [this] { return open_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable closed_;
  int open_ = 0;
};

/// Runs `action` on each connected socket of the process with the port of its other end.
template <class Action>
void for_each_connection(Action action) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const int end = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 4096));
  for (int fd = 3; fd < end; ++fd) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
        peer.sin_family == AF_INET) {
      action(fd, ntohs(peer.sin_port));
    }
  }
}

/// The socket of the request that this thread is serving: httplib does not tell, but the client's
/// port does. -1 when the connection has gone.
int client_socket(const httplib::Request& request) {
  int found = -1;
  for_each_connection([&](int fd, int port) {
    if (port == request.remote_port) found = fd;
  });
  return found;
}

/// A reply on its way to one client.
class Transmission {
 public:
  Transmission(Reply reply, StallGate& gate, int client)
      : reply_(std::move(reply)), gate_(gate), client_(client) {}

  const Answer& answer() const { return reply_.answer; }

  /// Sends what comes next of the body, from `offset` on. False ends the connection.
  bool send(std::size_t offset, httplib::DataSink& sink) {
    const Delivery& delivery = reply_.delivery;
    const std::string& body = reply_.answer.body;
    const std::size_t middle = delivery.position(body.size());
    switch (delivery.manner) {
      case Manner::kDrop:
        write(sink, offset, middle);
        return false;
      case Manner::kStallAfterHeaders:
        if (offset < middle) return write(sink, offset, middle);
        return wait() && write(sink, offset, body.size());
      case Manner::kDrip:
        return drip(offset, sink);
      default:
        return write(sink, offset, body.size());
    }
  }

  /// Waits for the gate; false when the client has gone.
  bool wait() { return gate_.wait(client_, reply_.releases) == StallGate::Outcome::kReleased; }

 private:
  bool write(httplib::DataSink& sink, std::size_t begin, std::size_t end) const {
    if (end <= begin) return true;
    if (end == reply_.answer.body.size()) reply_.before_last_bytes();
    return sink.write(reply_.answer.body.data() + begin, end - begin);
  }

  bool drip(std::size_t offset, httplib::DataSink& sink) {
    const std::size_t left = reply_.answer.body.size() - offset;
    const std::size_t drop =
        std::max<std::size_t>(reply_.delivery.bytes_per_second / kDripsPerSecond, 1);
    // Few bytes a second are sent one by one, each in its own time.
    const auto pause_ms = static_cast<int>(drop * 1000 / reply_.delivery.bytes_per_second);
    const StallGate::Outcome outcome = gate_.wait(client_, reply_.releases, pause_ms);
    if (outcome == StallGate::Outcome::kClientGone) return false;
    const std::size_t count = outcome == StallGate::Outcome::kReleased ? left : drop;
    return write(sink, offset, offset + std::min(count, left));
  }

  Reply reply_;
  StallGate& gate_;
  int client_;
};

bool needs_socket(Manner manner) {
  return manner != Manner::kWhole && manner != Manner::kTruncate && manner != Manner::kDrop;
}

void respond(Application& application, const httplib::Request& request,
             httplib::Response& response) {
  Reply reply = application.reply(
      {request.method, request.target, request.body, request.get_header_value("User-Agent")});
  const Manner manner = reply.delivery.manner;
  const int client = needs_socket(manner) ? client_socket(request) : -1;
  const auto transmission =
      std::make_shared<Transmission>(std::move(reply), application.gate(), client);
  const bool leaves = manner == Manner::kStallBeforeHeaders && !transmission->wait();
  if (manner == Manner::kClose || leaves) ::shutdown(client, SHUT_RDWR);
  const Answer& answer = transmission->answer();
  response.status = answer.status;
  if (!answer.retry_after.empty()) response.set_header("Retry-After", answer.retry_after);
  if (!answer.location.empty()) response.set_header("Location", answer.location);
  if (answer.body.empty()) {
    response.set_content("", answer.content_type);
    return;
  }
  // A provider is sent as it is: httplib compresses only what it holds itself.
  response.set_content_provider(
      answer.body.size(), answer.content_type,
      [transmission](std::size_t offset, std::size_t, httplib::DataSink& sink) {
        return transmission->send(offset, sink);
      });
}

}  // namespace

struct HttpServer::State {
  httplib::Server server;
  int listener = -1;  ///< httplib's own
};

HttpServer::HttpServer(int port) : state_(std::make_unique<State>()) {
  httplib::Server& server = state_->server;
  server.new_task_queue = [] { return new ConnectionThreads; };
  server.set_tcp_nodelay(true);
  server.set_keep_alive_max_count(1000000);
  server.set_keep_alive_timeout(kSocketSeconds);
  server.set_read_timeout(kSocketSeconds, 0);
  server.set_write_timeout(kSocketSeconds, 0);
  // httplib's own choice would let a second server share the port.
  server.set_socket_options([this](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    state_->listener = socket;
  });
  const int bound = port == 0                                ? server.bind_to_any_port("127.0.0.1")
                    : server.bind_to_port("127.0.0.1", port) ? port
                                                             : -1;
  if (bound < 0) throw std::runtime_error("the port cannot be bound");
  // httplib lets five clients wait to be accepted; a sixth would come again a second later.
  ::listen(state_->listener, kBacklog);
  base_url_ = "http://127.0.0.1:" + std::to_string(bound);
}

HttpServer::~HttpServer() = default;

void HttpServer::serve(Application& application, const std::function<void()>& meanwhile) {
  httplib::Server& server = state_->server;
  const auto handler = [&application](const httplib::Request& request,
                                      httplib::Response& response) {
    respond(application, request, response);
  };
  server.Get("/.*", handler);
  server.Post("/.*", handler);
  const std::jthread listener([&server] { server.listen_after_bind(); });
  // A stop before the loop has begun would be lost; httplib says in no other way that it has.
  while (!server.is_running())
    std::this_thread::yield();
  meanwhile();
  application.shut_down();
  server.stop();
  // Idle connections would be waited for until their time is over.
  for_each_connection([](int fd, int) { ::shutdown(fd, SHUT_RDWR); });
}

}  // namespace standin
