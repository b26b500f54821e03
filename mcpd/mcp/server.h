#pragma once

/// One MCP session: lines in, lines out, calls in between. It knows no descriptor but its own wake
/// and starts no thread before the first call; a transport feeds it and carries what it sends.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "common/base/deadline.h"
#include "common/base/json.h"
#include "common/base/log.h"
#include "mcpd/mcp/context.h"
#include "mcpd/mcp/mailbox.h"
#include "mcpd/mcp/methods.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/mcp/worker_pool.h"
#include "mcpd/rpc/message.h"

namespace mcp {

struct ServerLimits {
  std::size_t workers = 1024;        ///< calls side by side
  std::size_t calls = 1024;          ///< calls that run or wait
  std::size_t listens = 1024;        ///< open subscriptions
  std::size_t backlog = 16UL << 20;  ///< unsent bytes at which workers wait
};

/// All members but the Call functions it hands to handlers run on one thread, the session's. It
/// never blocks and never throws on what a client sends.
class Server {
 public:
  /// Takes one line to the client, without its line end. It is not to be sent any more once
  /// `withdrawn` fires, unless part of it has been.
  using Send = std::function<void(std::string line, std::stop_token withdrawn)>;

  /// `registry`, `log` and what `send` refers to have to outlive the server.
  Server(const Registry& registry, const base::Log& log, Send send,
         const ServerLimits& limits = {});
  /// Cancels what is open and waits for handlers to return.
  ~Server();

  /// Takes one line of the client.
  void receive(std::string line);
  /// Notes that something of the client's cannot be answered; `why` completes "was ignored: ...".
  void ignore(std::string_view why);

  /// Readable when there is something to settle.
  int wake_fd() const { return mailbox_.fd(); }
  /// Sends what the workers have handed over.
  void settle();
  /// Tells how many bytes the transport still holds.
  void set_backlog(std::size_t bytes) { mailbox_.set_backlog(bytes); }

  /// No call runs or waits; subscriptions do not count.
  bool idle() const { return calls_ == 0; }
  /// Cancels every call, unanswered, and ends every subscription with its closing result.
  void close();
  /// Waits until every handler has returned; false at the deadline.
  bool wait_for_workers(base::Deadline deadline) { return pool_.wait_idle(deadline); }

 private:
  /// Answers of an array of messages, which go out together.
  struct Batch {
    std::size_t open = 0;  ///< answers to come
    std::string answers;   ///< those that have, with commas
  };
  using BatchPointer = std::shared_ptr<Batch>;

  /// A request without its answer: a call, or a subscription.
  struct Open {
    std::uint64_t key;
    bool listening;
    Context context;
    std::stop_source stop = {};
    BatchPointer batch = nullptr;
    std::string request_id = {};
  };
  using OpenRequests = std::map<rpc::Id, Open>;

  /// What a pool thread needs of a call.
  struct Job;

  void take(const std::shared_ptr<const json::Document>& document);
  void take_batch(const std::shared_ptr<const json::Document>& document);
  void take_message(const std::shared_ptr<const json::Document>& document,
                    const rpc::Message& message, const BatchPointer& batch);
  void begin(const std::shared_ptr<const json::Document>& document, const rpc::Message& message,
             const BatchPointer& batch);
  std::optional<Error> refusal(const rpc::Message& message, const Context& context,
                               const BatchPointer& batch) const;
  void launch(const rpc::Message& message, const Context& context, Work work,
              std::shared_ptr<const json::Document> document, const BatchPointer& batch);
  void listen(const rpc::Id& id, const Context& context);
  void run(const Job& job);
  std::string response_line(const Job& job, const Answer& answer) const;
  void cancel(const json::Value* params);
  void settle(Event event);

  void answer(const rpc::Id& id, const Context& context, const Answer& answer,
              const BatchPointer& batch);
  void deliver(const rpc::Id& id, std::string line, const BatchPointer& batch);
  void finish_part(const BatchPointer& batch);
  OpenRequests::iterator forget(OpenRequests::iterator open);

  const base::Log& log_;
  const Send send_;
  const ServerLimits limits_;
  Methods methods_;
  Mailbox mailbox_;
  OpenRequests open_;
  std::map<std::uint64_t, rpc::Id> ids_;  ///< of open calls, by key
  std::size_t calls_ = 0;
  std::size_t listens_ = 0;
  std::uint64_t last_key_ = 0;
  int ignored_ = 0;
  std::string run_name_;  ///< random, so that request ids differ between processes
  WorkerPool pool_;       ///< last: its threads use the mailbox
};

}  // namespace mcp
