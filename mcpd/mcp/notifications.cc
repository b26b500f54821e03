#include "mcpd/mcp/notifications.h"

#include <cmath>

#include "common/base/json.h"

namespace mcp {

std::string acknowledgement(const rpc::Id& id) {
  json::Writer params;
  params.begin_object().key("_meta").begin_object();
  params.key("io.modelcontextprotocol/subscriptionId").raw(id.to_json()).end_object();
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

}  // namespace mcp
