#include "mcpd/mcp/answer.h"

namespace mcp {
namespace {

/// The members that the modern era adds to a result: its type, cache hints and `_meta`, of which
/// `more` are further serialised members, each with a comma before it.
std::string modern_members(std::optional<std::chrono::milliseconds> ttl,
                           std::string_view server_info, std::string_view more) {
  std::string out = R"("resultType":"complete",)";
  if (ttl) out += R"("ttlMs":)" + std::to_string(ttl->count()) + R"(,"cacheScope":"public",)";
  out += R"("_meta":{"io.modelcontextprotocol/serverInfo":)";
  out += server_info;
  out += more;
  out += '}';
  return out;
}

}  // namespace

Error internal_error() {
  return error(base::Code::kInternalError, "The server failed to answer this request.");
}

std::string response(const rpc::Id& id, const Revision& revision, const Answer& answer,
                     std::string_view server_info) {
  if (const auto* failure = std::get_if<Error>(&answer)) {
    return rpc::error_line(id, failure->code, failure->message, failure->data);
  }
  const Result& result = std::get<Result>(answer);
  const bool modern = revision.era == kModern;
  const std::string more = modern ? modern_members(result.ttl, server_info, "") : std::string();
  const bool both = modern && !result.members.empty();
  return rpc::result_line(id, {"{", result.members, both ? "," : "", more, "}"});
}

std::string listen_result(const rpc::Id& id, std::string_view server_info) {
  const std::string subscription = R"(,"io.modelcontextprotocol/subscriptionId":)" + id.to_json();
  return rpc::result_line(id, {"{", modern_members({}, server_info, subscription), "}"});
}

}  // namespace mcp
