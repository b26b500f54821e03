#include "mcpd/mcp/server.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <sys/random.h>
#include <utility>
#include <vector>

namespace mcp {
namespace {

/// A client that sends nothing but rubbish is not to fill the log.
constexpr int kNotedMessages = 20;
constexpr std::string_view kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";

/// Eight hexadecimal digits that are not those of another run.
std::string random_name() {
  std::uint32_t value = 0;
  if (::getrandom(&value, sizeof value, GRND_NONBLOCK) != sizeof value) {
    value = static_cast<std::uint32_t>(base::Deadline::Clock::now().time_since_epoch().count());
  }
  std::array<char, 9> text{};
  std::snprintf(text.data(), text.size(), "%08x", value);
  return text.data();
}

Error internal_error() {
  return error(base::Code::kInternalError, "The server failed to answer this request.");
}

std::string acknowledgement(const rpc::Id& id) {
  json::Writer params;
  params.begin_object().key("_meta").begin_object();
  params.key(kSubscriptionKey).raw(id.to_json()).end_object();
  params.key("notifications").begin_object().end_object().end_object();
  return rpc::notification_line("notifications/subscriptions/acknowledged", params.take());
}

std::string log_line(base::Level level, std::string_view text) {
  json::Writer params;
  params.begin_object();
  member(params, "level", base::level_name(level));
  member(params, "data", text);
  params.end_object();
  return rpc::notification_line("notifications/message", params.take());
}

std::string progress_line(const rpc::Id& token, double done, std::optional<double> total,
                          std::string_view message) {
  json::Writer params;
  params.begin_object().key("progressToken").raw(token.to_json()).key("progress").number(done);
  if (total && std::isfinite(*total)) params.key("total").number(*total);
  if (!message.empty()) member(params, "message", message);
  params.end_object();
  return rpc::notification_line("notifications/progress", params.take());
}

}  // namespace

struct Server::Job {
  std::uint64_t key;
  rpc::Id id;
  Context context;
  Work work;
  std::shared_ptr<const json::Document> document;  ///< holds what `work` refers to
  std::stop_token stop;
  std::string request_id;
};

Server::Server(const Registry& registry, const base::Log& log, Send send,
               const ServerLimits& limits)
    : log_(log),
      send_(std::move(send)),
      limits_(limits),
      methods_(registry, log),
      mailbox_(limits.backlog),
      run_name_(random_name()),
      pool_(limits.workers) {}

Server::~Server() {
  for (auto& [id, open] : open_)
    open.stop.request_stop();
}

// ---- messages in -------------------------------------------------------------------------------

void Server::receive(std::string line) {
  try {
    std::optional<json::Document> parsed = json::parse(std::move(line));
    if (!parsed) return ignore("not JSON");
    take(std::make_shared<const json::Document>(std::move(*parsed)));
  } catch (const std::exception& exception) {
    log_.error("a message could not be served: " + std::string(exception.what()));
  }
}

void Server::ignore(std::string_view why) {
  if (ignored_ >= kNotedMessages) return;
  log_.notice("a message was ignored: " + std::string(why));
  if (++ignored_ == kNotedMessages) log_.notice("further ignored messages are not noted");
}

void Server::take(const std::shared_ptr<const json::Document>& document) {
  if (document->IsArray()) return take_batch(document);
  take_message(document, rpc::classify(*document), nullptr);
}

void Server::take_batch(const std::shared_ptr<const json::Document>& document) {
  if (document->Size() > limits_.batch) return ignore("an array of too many messages");
  // Where arrays are not spoken each readable request is refused on a line of its own.
  const BatchPointer batch = methods_.session().batches ? std::make_shared<Batch>() : nullptr;
  // One more, so that the array is not sent before its last message was looked at.
  if (batch) batch->open = 1;
  for (const json::Value& value : document->GetArray()) {
    rpc::Message message = rpc::classify(value);
    if (!batch && message.kind == rpc::Kind::kRequest) {
      message.kind = rpc::Kind::kRefused;
      message.why = "batches exist in revision 2025-03-26 only";
    }
    if (batch || message.kind == rpc::Kind::kRefused) take_message(document, message, batch);
  }
  finish_part(batch);
}

void Server::take_message(const std::shared_ptr<const json::Document>& document,
                          const rpc::Message& message, const BatchPointer& batch) {
  switch (message.kind) {
    case rpc::Kind::kIgnored:
      return ignore(message.why);
    case rpc::Kind::kNotification:
      if (message.method == "notifications/cancelled") return cancel(message.params);
      return methods_.notify(message.method);
    case rpc::Kind::kRefused:
    case rpc::Kind::kRequest:
      if (batch) ++batch->open;
      return begin(document, message, batch);
  }
}

/// Why a request is not even begun.
std::optional<Error> Server::refusal(const rpc::Message& message, const Context& context,
                                     const BatchPointer& batch) const {
  if (message.kind == rpc::Kind::kRefused) {
    return error(message.code, "Invalid request: " + std::string(message.why) + ".");
  }
  if (open_.count(*message.id) != 0) {
    return error(base::Code::kInvalidRequest, "Invalid request: the id is in use.");
  }
  if (batch && (context.revision->era == kModern || message.method == "initialize")) {
    return error(base::Code::kInvalidRequest, "Invalid request: not allowed in a batch.");
  }
  return std::nullopt;
}

void Server::begin(const std::shared_ptr<const json::Document>& document,
                   const rpc::Message& message, const BatchPointer& batch) {
  const rpc::Id& id = *message.id;
  const auto read = read_context(message.params, methods_.session());
  const auto* context = std::get_if<Context>(&read);
  const Context legacy{&methods_.session(), {}, {}};
  if (const auto refused = refusal(message, context == nullptr ? legacy : *context, batch)) {
    return answer(id, legacy, *refused, batch);
  }
  if (context == nullptr) return answer(id, legacy, std::get<Error>(read), batch);
  try {
    Step step = methods_.begin(message.method, *context, message.params);
    if (auto* now = std::get_if<Answer>(&step)) return answer(id, *context, *now, batch);
    if (std::holds_alternative<Listen>(step)) return listen(id, *context);
    launch(id, *context, std::get<Work>(std::move(step)), document, batch);
  } catch (const std::exception& exception) {
    log_.error(message.method + " failed: " + exception.what());
    answer(id, *context, internal_error(), batch);
  }
}

// ---- calls -------------------------------------------------------------------------------------

void Server::launch(const rpc::Id& id, const Context& context, Work work,
                    std::shared_ptr<const json::Document> document, const BatchPointer& batch) {
  if (calls_ >= limits_.calls) {
    const Error busy = error(base::Code::kInternalError, "Too many requests are in flight.");
    return answer(id, context, busy, batch);
  }
  const std::uint64_t key = ++last_key_;
  Open open{key, false, context, {}, batch, run_name_ + "-" + std::to_string(key)};
  auto job = std::make_shared<const Job>(Job{key, id, context, std::move(work), std::move(document),
                                             open.stop.get_token(), open.request_id});
  pool_.submit(key, [this, job] { run(*job); });
  ids_.emplace(key, id);
  open_.emplace(id, std::move(open));
  ++calls_;
}

void Server::run(const Job& job) {
  Call call;
  call.request_id = job.request_id;
  call.stop = job.stop;
  call.log = [this, &job](base::Level level, std::string_view text) {
    log_.write(level, "request " + job.request_id + " " + std::string(text));
    mailbox_.post({job.key, Event::kLog, log_line(level, text), level}, job.stop);
  };
  double last = -std::numeric_limits<double>::infinity();
  call.progress = [this, &job, &last](double done, std::optional<double> total,
                                      std::string_view message) {
    if (!job.context.progress_token || !std::isfinite(done) || done <= last) return;
    last = done;
    mailbox_.post({job.key, Event::kProgress,
                   progress_line(*job.context.progress_token, done, total, message)},
                  job.stop);
  };
  mailbox_.post({job.key, Event::kResponse, response_line(job, job.work(call))}, job.stop);
}

/// A handler that hands over JSON with line breaks would break the framing for good.
std::string Server::response_line(const Job& job, const Answer& answer) const {
  std::string line = response(job.id, *job.context.revision, answer, methods_.server_info());
  if (line.find('\n') == std::string::npos) return line;
  log_.error("request " + job.request_id + " was answered with a line break");
  return response(job.id, *job.context.revision, internal_error(), methods_.server_info());
}

void Server::settle() {
  for (Event& event : mailbox_.take())
    settle(std::move(event));
}

void Server::settle(Event event) {
  const auto id = ids_.find(event.call);
  if (id == ids_.end()) return;  // cancelled meanwhile
  const auto open = open_.find(id->second);
  switch (event.kind) {
    case Event::kProgress:
      return send_(std::move(event.line), open->second.stop.get_token());
    case Event::kLog:
      if (!methods_.wants_log(open->second.context, event.level)) return;
      return send_(std::move(event.line), open->second.stop.get_token());
    case Event::kResponse:
      const BatchPointer batch = open->second.batch;
      const rpc::Id answered = open->first;
      forget(open);
      return deliver(answered, std::move(event.line), batch);
  }
}

void Server::cancel(const json::Value* params) {
  const json::Value* named = params == nullptr ? nullptr : json::find(*params, "requestId");
  const std::optional<rpc::Id> id = named == nullptr ? std::nullopt : rpc::Id::read(*named);
  const auto open = id ? open_.find(*id) : open_.end();
  if (open == open_.end()) return;
  open->second.stop.request_stop();
  if (!open->second.listening && pool_.withdraw(open->second.key)) {
    log_.info("request " + open->second.request_id + " was cancelled before it began");
  }
  const BatchPointer batch = open->second.batch;
  forget(open);
  finish_part(batch);
}

// ---- subscriptions -----------------------------------------------------------------------------

void Server::listen(const rpc::Id& id, const Context& context) {
  if (listens_ >= limits_.listens) {
    const Error full = error(base::Code::kInternalError, "Too many subscriptions are open.");
    return answer(id, context, full, nullptr);
  }
  const auto [open, fresh] = open_.emplace(id, Open{++last_key_, true, context});
  ++listens_;
  send_(acknowledgement(id), open->second.stop.get_token());
}

void Server::close() {
  for (auto open = open_.begin(); open != open_.end(); open = forget(open)) {
    if (open->second.listening) {
      send_(listen_result(open->first, methods_.server_info()), {});
      continue;
    }
    open->second.stop.request_stop();
    pool_.withdraw(open->second.key);
  }
}

Server::OpenRequests::iterator Server::forget(OpenRequests::iterator open) {
  if (open->second.listening) {
    --listens_;
  } else {
    --calls_;
    ids_.erase(open->second.key);
  }
  return open_.erase(open);
}

// ---- lines out ---------------------------------------------------------------------------------

void Server::answer(const rpc::Id& id, const Context& context, const Answer& answer,
                    const BatchPointer& batch) {
  deliver(id, response(id, *context.revision, answer, methods_.server_info()), batch);
}

void Server::deliver(const rpc::Id& id, std::string line, const BatchPointer& batch) {
  if (!batch) return send_(std::move(line), {});
  if (batch->answers.size() + line.size() > kMaximumLine - kLineReserve) {
    const Error full = error(base::Code::kInternalError, "The batch's answer grew too large.");
    line = rpc::error_line(id, full.code, full.message, "");
  }
  if (!batch->answers.empty()) batch->answers += ',';
  batch->answers += line;
  finish_part(batch);
}

void Server::finish_part(const BatchPointer& batch) {
  if (!batch || --batch->open > 0 || batch->answers.empty()) return;
  send_("[" + std::exchange(batch->answers, {}) + "]", {});
}

}  // namespace mcp
