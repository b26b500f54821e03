#include "tests/support/standin_process.h"

#include <cstdlib>
#include <stdexcept>
#include <stop_token>

#include "common/base/json.h"
#include "common/base/text.h"
#include "common/http/client.h"

namespace testing {
namespace {

constexpr std::size_t kMaximumControlBytes = 64UL << 20;

Command standin_command(const std::vector<std::string>& arguments) {
  // A proxy of the tester's environment is of no use for loopback addresses, here or in children.
  ::setenv("no_proxy", "127.0.0.1", 1);
  Command command{{program("standin"), "--until-eof"}};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  return command;
}

/// Reads `listening http://127.0.0.1:PORT`.
std::string announced_url(Process& process) {
  constexpr std::string_view kAnnouncement = "listening ";
  const std::optional<std::string> line = process.read_line();
  if (!line || !line->starts_with(kAnnouncement)) {
    throw std::runtime_error("the stand-in did not start: " + process.stderr_text());
  }
  return line->substr(kAnnouncement.size());
}

LoggedRequest parse_request(std::string_view line) {
  const auto parsed = json::parse(std::string(line));
  if (!parsed) throw std::runtime_error("not a log line: " + std::string(line));
  const auto text = [&](const char* name) {
    return std::string(json::text(*json::find(*parsed, name)));
  };
  const auto number = [&](const char* name) {
    return json::integer(*json::find(*parsed, name)).value();
  };
  LoggedRequest request;
  request.method = text("method");
  request.target = text("target");
  request.user_agent = text("user_agent");
  request.status = static_cast<int>(number("status"));
  request.begin_ms = number("begin_ms");
  request.end_ms = number("end_ms");
  return request;
}

std::string wait_target(std::string_view prefix, std::size_t count, base::Deadline deadline,
                        std::string_view state) {
  return "/control/wait?state=" + std::string(state) + "&path=" + http::encode_component(prefix) +
         "&count=" + std::to_string(count) +
         "&timeout_ms=" + std::to_string(deadline.remaining().count());
}

}  // namespace

StandinProcess::StandinProcess(const std::vector<std::string>& arguments)
    : process_(standin_command(arguments)), base_url_(announced_url(process_)) {}

std::string StandinProcess::control(const std::string& target, base::Deadline deadline) const {
  http::Client client({"standin-control/1", "", ""});
  http::Request request;
  request.url = base_url_ + target;
  request.timeout = deadline.remaining() + std::chrono::seconds(5);
  request.max_body_bytes = kMaximumControlBytes;
  const http::Response response = client.get(request, base::Deadline::never(), {});
  if (response.status != 200) throw std::runtime_error(target + ": " + response.body);
  return response.body;
}

void StandinProcess::fault(std::string_view rule) const {
  control("/control/fault?rule=" + http::encode_component(rule));
}

void StandinProcess::clear_faults() const {
  control("/control/clear");
}

void StandinProcess::release() const {
  control("/control/release");
}

void StandinProcess::modify(std::size_t index, std::string_view at) const {
  std::string target = "/control/modify?index=" + std::to_string(index);
  if (!at.empty()) target += "&at=" + http::encode_component(at);
  control(target);
}

std::vector<LoggedRequest> StandinProcess::log() const {
  std::vector<LoggedRequest> requests;
  const std::string lines = control("/control/log");
  for (const std::string_view line : base::split(lines, '\n')) {
    if (!line.empty()) requests.push_back(parse_request(line));
  }
  return requests;
}

void StandinProcess::wait_for_requests(std::string_view prefix, std::size_t count,
                                       base::Deadline deadline) const {
  control(wait_target(prefix, count, deadline, "begun"), deadline);
}

void StandinProcess::wait_for_ends(std::string_view prefix, std::size_t count,
                                   base::Deadline deadline) const {
  control(wait_target(prefix, count, deadline, "ended"), deadline);
}

}  // namespace testing
