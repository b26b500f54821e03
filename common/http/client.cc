#include "common/http/client.h"

#include <mutex>
#include <vector>

#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/http/transfer.h"

namespace http {
namespace {

/// Connections kept open for the next call; more live only while they are in use.
constexpr std::size_t kIdleConnections = 4;

void require_web_address(const std::string& url) {
  const auto has_scheme = [&](std::string_view scheme) {
    return base::equal_ignoring_case(std::string_view(url).substr(0, scheme.size()), scheme);
  };
  if (has_scheme("http://") || has_scheme("https://")) return;
  throw base::Fault(base::Code::kConfiguration, "", "An address is neither http nor https.");
}

}  // namespace

struct Client::State {
  ClientOptions options;
  std::mutex mutex;
  std::vector<std::unique_ptr<Connection>> idle;

  std::unique_ptr<Connection> take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return nullptr;
    std::unique_ptr<Connection> connection = std::move(idle.back());
    idle.pop_back();
    return connection;
  }

  void give_back(std::unique_ptr<Connection> connection) {
    const std::lock_guard lock(mutex);
    if (idle.size() < kIdleConnections) idle.push_back(std::move(connection));
  }
};

Client::Client(ClientOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}

Client::~Client() = default;

Response Client::get(const Request& request, base::Deadline deadline, const std::stop_token& stop) {
  require_web_address(request.url);
  if (stop.stop_requested()) throw base::cancelled();
  std::unique_ptr<Connection> connection = state_->take();
  if (!connection) connection = std::make_unique<Connection>();
  Response response = connection->exchange(state_->options, request, deadline, stop);
  state_->give_back(std::move(connection));
  return response;
}

}  // namespace http
