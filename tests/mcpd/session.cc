#include "tests/mcpd/session.h"

#include <poll.h>
#include <stdexcept>

#include "tests/support/process.h"

namespace testing {

Session::Session(const mcp::Registry& registry, const mcp::ServerLimits& limits, base::Log log)
    : log_(log),
      server_(
          registry, log_,
          [this](std::string line, std::stop_token withdrawn) {
            sent_.push_back({std::move(line), std::move(withdrawn)});
          },
          limits) {}

void Session::send(std::string_view line) {
  server_.receive(std::string(line));
}

void Session::open(std::string_view revision) {
  send(R"({"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":")" +
       std::string(revision) +
       R"(","capabilities":{},"clientInfo":{"name":"test","version":"1"}}})");
  if (!next()) throw std::runtime_error("initialize was not answered");
  send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

bool Session::settle() {
  const base::Deadline deadline = patience();
  while (sent_.empty() && !server_.idle()) {
    pollfd entry{server_.wake_fd(), POLLIN, 0};
    if (::poll(&entry, 1, static_cast<int>(deadline.remaining().count())) <= 0) return false;
    server_.settle();
    while (!sent_.empty() && sent_.front().withdrawn.stop_requested())
      sent_.pop_front();
  }
  return true;
}

std::optional<std::string> Session::next() {
  if (!settle() || sent_.empty()) return std::nullopt;
  std::string line = std::move(sent_.front().line);
  sent_.pop_front();
  return line;
}

json::Document Session::next_json() {
  const std::optional<std::string> line = next();
  auto parsed = line ? json::parse(*line) : std::nullopt;
  if (!parsed) throw std::runtime_error("no JSON line: " + line.value_or("none"));
  return std::move(*parsed);
}

bool Session::quiet() {
  return settle() && sent_.empty();
}

}  // namespace testing
