/// The half of Server that runs calls and keeps subscriptions.

#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "mcpd/mcp/notifications.h"
#include "mcpd/mcp/server.h"

namespace mcp {

struct Server::Job {
  std::uint64_t key;
  rpc::Id id;
  Context context;
  Work work;
  std::shared_ptr<const json::Document> document;  ///< holds what `work` refers to
  std::stop_token stop;
  std::string request_id;
  std::string method;
};

// ---- calls -------------------------------------------------------------------------------------

void Server::launch(const rpc::Message& message, const Context& context, Work work,
                    std::shared_ptr<const json::Document> document, const BatchPointer& batch) {
  const rpc::Id& id = *message.id;
  if (calls_ >= limits_.calls) {
    const Error busy = error(base::Code::kInternalError, "Too many requests are in flight.");
    return answer(id, context, busy, batch);
  }
  const std::uint64_t key = ++last_key_;
  Open open{key, false, context, {}, batch, run_name_ + "-" + std::to_string(key)};
  auto job =
      std::make_shared<const Job>(Job{key, id, context, std::move(work), std::move(document),
                                      open.stop.get_token(), open.request_id, message.method});
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
  const auto begun = base::Deadline::Clock::now();
  std::string line = response_line(job, job.work(call));
  const auto took =
      std::chrono::floor<std::chrono::milliseconds>(base::Deadline::Clock::now() - begun);
  log_.debug("request " + job.request_id + " " + job.method + " took " +
             std::to_string(took.count()) + " ms");
  mailbox_.post({job.key, Event::kResponse, std::move(line)}, job.stop);
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
    finish_part(open->second.batch);  // what the others of its batch answered still goes out
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

}  // namespace mcp
