#include "tests/standin/application.h"

#include <chrono>
#include <stdexcept>

#include "common/base/fault.h"

namespace standin {
namespace {

constexpr std::string_view kControl = "/control/";

Answer plain(int status, std::string text) {
  return {status, "text/plain", std::move(text), ""};
}

std::string text_argument(const Arguments& arguments, std::string_view name) {
  const std::string* value = argument(arguments, name);
  return value != nullptr ? *value : "";
}

/// Ends the log's entry when it goes.
std::shared_ptr<void> open_entry(RequestLog& log, std::size_t number) {
  return {nullptr, [&log, number](void*) { log.end(number); }};
}

}  // namespace

Application::Application(const Corpus& corpus, const Options& options)
    : listing_(corpus),
      oai_(listing_, {options.base_url + "/oai", options.page_size, base::wall_now}),
      atom_(corpus),
      content_(corpus, options.content, options.base_url),
      fixed_answer_(options.fixed_answer),
      log_(options.log_file) {}

Reply Application::reply(const HttpRequest& request) {
  const std::size_t question = request.target.find('?');
  const std::string path = request.target.substr(0, question);
  const std::string query =
      question == std::string::npos ? "" : request.target.substr(question + 1);
  Arguments arguments = parse_query(query);
  for (auto& pair : parse_query(request.form))
    arguments.push_back(std::move(pair));
  if (path.starts_with(kControl)) {
    return {
        control(std::string_view(path).substr(kControl.size()), arguments), {}, nullptr, [] {}, 0};
  }
  // Both before the log tells anyone of the request, who may then change them.
  const std::uint64_t releases = gate_.releases();
  const std::optional<FaultRule> fault = faults_.next(request.target);
  const std::size_t number = log_.begin(request.method, request.target, request.user_agent);
  Reply result{{}, {}, open_entry(log_, number), [this, number] { log_.ending(number); }, releases};
  result.answer = fault && fault->replaces() ? fault->replacement() : serve(path, arguments);
  if (fault) result.delivery = fault->delivery;
  std::string& body = result.answer.body;
  if (result.delivery.manner == Manner::kTruncate) {
    body.resize(result.delivery.position(body.size()));
  }
  log_.answered(number, result.answer.status);
  return result;
}

void Application::shut_down() {
  gate_.open_for_good();
  log_.close();
}

Answer Application::serve(std::string_view path, const Arguments& arguments) {
  if (path == "/oai" && fixed_answer_) return {200, "text/xml", *fixed_answer_, ""};
  if (path == "/oai") return oai_.answer(arguments);
  if (path == "/api/query") return atom_.answer(arguments);
  if (auto text = content_.answer(path)) return std::move(*text);
  return plain(404, "Nothing is served here.\n");
}

Answer Application::control(std::string_view command, const Arguments& arguments) {
  try {
    if (command == "fault") return add_rule(arguments);
    if (command == "modify") return modify(arguments);
    if (command == "wait") return wait(arguments);
    if (command == "log") return {200, "application/x-ndjson", log_.lines(), ""};
    if (command != "clear" && command != "release") return plain(404, "No such command.\n");
    if (command == "clear") faults_.clear();
    gate_.release();
    return plain(200, "ok\n");
  } catch (const base::Fault& fault) {
    return plain(400, fault.message() + "\n");
  }
}

Answer Application::add_rule(const Arguments& arguments) {
  faults_.add(parse_fault_rule(text_argument(arguments, "rule")));
  return plain(200, "ok\n");
}

Answer Application::modify(const Arguments& arguments) {
  const auto index = parse_count(text_argument(arguments, "index"));
  if (!index || *index >= listing_.corpus().size()) return plain(400, "No such record.\n");
  const std::string at = text_argument(arguments, "at");
  const auto when = at.empty() ? base::wall_now() : base::parse_iso(at);
  if (!when) return plain(400, "at is not a time such as 2026-01-31T12:00:00Z.\n");
  listing_.modify(*index, std::chrono::floor<std::chrono::seconds>(*when));
  return plain(200, listing_.corpus().id(*index) + "\n");
}

Answer Application::wait(const Arguments& arguments) {
  const auto count = parse_count(text_argument(arguments, "count"));
  const auto timeout = parse_count(text_argument(arguments, "timeout_ms"));
  if (!count || !timeout) return plain(400, "count and timeout_ms are needed.\n");
  const auto state = text_argument(arguments, "state") == "ended" ? RequestLog::State::kEnded
                                                                  : RequestLog::State::kBegun;
  const auto deadline = base::Deadline::after(std::chrono::milliseconds(*timeout));
  const bool reached = log_.wait(state, text_argument(arguments, "path"), *count, deadline);
  return reached ? plain(200, "ok\n") : plain(408, "Not so many requests in time.\n");
}

}  // namespace standin
