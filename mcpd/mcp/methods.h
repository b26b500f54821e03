#pragma once

/// The methods of MCP, as a table, and the little a legacy session remembers.

#include <variant>

#include "common/base/json.h"
#include "common/base/log.h"
#include "mcpd/mcp/answer.h"
#include "mcpd/mcp/catalogue.h"
#include "mcpd/mcp/context.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/mcp/work.h"

namespace mcp {

/// The request stays open until the client or the server ends it (subscriptions/listen).
struct Listen {};

/// What a request leads to: an answer at once, work for a pool thread, or a subscription.
using Step = std::variant<Answer, Work, Listen>;

/// Session thread only; what it returns may refer to the registry, the log and the request's
/// params.
class Methods {
 public:
  Methods(const Registry& registry, const base::Log& log);

  /// Begins a request of `context` for `method`; `params` is an object or nullptr.
  Step begin(std::string_view method, const Context& context, const json::Value* params);
  /// Takes a notification other than notifications/cancelled.
  void notify(std::string_view method);

  /// What the legacy session speaks.
  const Revision& session() const { return *session_; }
  /// Whether a log record of `level` is for the client of `context` (mcp.md 0.11).
  bool wants_log(const Context& context, base::Level level) const;
  const std::string& server_info() const { return catalogue_.server_info(); }

 private:
  struct Request {
    const Context& context;
    const json::Value* params;
    const json::Value* param(std::string_view name) const;
  };
  struct Method;
  static const Method kTable[];

  Step initialize(const Request& request);
  Step ping(const Request& request);
  Step discover(const Request& request);
  Step set_level(const Request& request);
  Step list_tools(const Request& request);
  Step list_resources(const Request& request);
  Step list_templates(const Request& request);
  Step call(const Request& request);
  Step read(const Request& request);
  Step complete(const Request& request);
  Step listen(const Request& request);

  const Registry& registry_;
  const base::Log& log_;
  Catalogue catalogue_;
  const Revision* session_ = &newest_legacy();
  bool initialized_ = false;
  base::Level log_level_ = base::Level::kWarning;
};

}  // namespace mcp
