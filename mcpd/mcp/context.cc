#include "mcpd/mcp/context.h"

#include <string>

#include "common/base/utf8.h"

namespace mcp {
namespace {

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kClientKey = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
constexpr int kUnsupportedVersion = -32022;
constexpr std::size_t kEchoedCodePoints = 1024;

Error invalid_meta(std::string_view what) {
  return error(base::Code::kInvalidParams, "Invalid _meta: " + std::string(what) + ".");
}

Error unsupported_version(std::string_view requested) {
  json::Writer data;
  data.begin_object().key("supported").begin_array();
  for (const Revision& revision : revisions()) {
    if (revision.era == kModern) data.string(revision.name);
  }
  data.end_array();
  member(data, "requested", base::first_code_points(requested, kEchoedCodePoints));
  data.end_object();
  return {kUnsupportedVersion, "Unsupported protocol version.", data.take()};
}

bool is_text(const json::Value* value) {
  return value != nullptr && value->IsString();
}

bool is_implementation(const json::Value& value) {
  return is_text(json::find(value, "name")) && is_text(json::find(value, "version"));
}

/// Everything a modern `_meta` must and may hold beside the version.
std::optional<Error> read_modern(const json::Value& meta, Context& context) {
  const json::Value* capabilities = json::find(meta, kCapabilitiesKey);
  if (capabilities == nullptr || !capabilities->IsObject()) {
    return invalid_meta(std::string(kCapabilitiesKey) + " has to be an object");
  }
  const json::Value* client = json::find(meta, kClientKey);
  if (client != nullptr && !is_implementation(*client)) {
    return invalid_meta(std::string(kClientKey) + " has to hold a name and a version");
  }
  const json::Value* level = json::find(meta, kLogLevelKey);
  if (level == nullptr) return std::nullopt;
  if (level->IsString()) context.log_level = base::parse_level(json::text(*level));
  if (!context.log_level) return invalid_meta(std::string(kLogLevelKey) + " is not a log level");
  return std::nullopt;
}

}  // namespace

std::variant<Context, Error> read_context(const json::Value* params, const Revision& session) {
  Context context{&session, {}, {}};
  const json::Value* meta = params == nullptr ? nullptr : json::find(*params, "_meta");
  if (meta == nullptr || meta->IsNull()) return context;
  if (!meta->IsObject()) return invalid_meta("it has to be an object");
  if (const json::Value* token = json::find(*meta, "progressToken")) {
    context.progress_token = rpc::Id::read(*token);
  }
  const json::Value* version = json::find(*meta, kVersionKey);
  if (version == nullptr) return context;
  if (!version->IsString()) return invalid_meta(std::string(kVersionKey) + " has to be a string");
  context.revision = find_revision(kModern, json::text(*version));
  if (context.revision == nullptr) return unsupported_version(json::text(*version));
  if (std::optional<Error> failure = read_modern(*meta, context)) return *failure;
  return context;
}

}  // namespace mcp
