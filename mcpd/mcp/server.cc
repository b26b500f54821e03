#include "mcpd/mcp/server.h"

#include <array>
#include <cstdio>
#include <exception>
#include <sys/random.h>
#include <utility>
#include <vector>

namespace mcp {
namespace {

/// A client that sends nothing but rubbish is not to fill the log.
constexpr int kNotedMessages = 20;

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

}  // namespace

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
    launch(message, *context, std::get<Work>(std::move(step)), document, batch);
  } catch (const std::exception& exception) {
    log_.error(message.method + " failed: " + exception.what());
    answer(id, *context, internal_error(), batch);
  }
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
