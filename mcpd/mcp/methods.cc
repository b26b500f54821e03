#include "mcpd/mcp/methods.h"

#include <optional>
#include <string>
#include <utility>

#include "common/base/utf8.h"

namespace mcp {

using json::Value;

struct Methods::Method {
  std::string_view name;
  unsigned eras;
  Step (Methods::*begin)(const Request&);
};

const Methods::Method Methods::kTable[] = {
    {"initialize", kLegacy, &Methods::initialize},
    {"ping", kLegacy, &Methods::ping},
    {"logging/setLevel", kLegacy, &Methods::set_level},
    {"server/discover", kModern, &Methods::discover},
    {"subscriptions/listen", kModern, &Methods::listen},
    {"tools/list", kLegacy | kModern, &Methods::list_tools},
    {"tools/call", kLegacy | kModern, &Methods::call},
    {"resources/list", kLegacy | kModern, &Methods::list_resources},
    {"resources/templates/list", kLegacy | kModern, &Methods::list_templates},
    {"resources/read", kLegacy | kModern, &Methods::read},
    {"completion/complete", kLegacy | kModern, &Methods::complete},
};

namespace {

/// How much of a client's text is repeated in an error.
constexpr std::size_t kEchoedCodePoints = 1024;

std::string cut(std::string_view text) {
  return std::string(base::first_code_points(text, kEchoedCodePoints));
}

Error invalid_params(std::string message) {
  return error(base::Code::kInvalidParams, std::move(message));
}

Error unknown_method(std::string_view name) {
  return error(base::Code::kMethodNotFound, "Unknown method: " + cut(name));
}

Error unknown_resource(std::string_view uri, const Revision& revision) {
  json::Writer data;
  data.begin_object();
  member(data, "uri", std::string_view(cut(uri)));
  data.end_object();
  return {revision.unknown_resource, "Unknown resource: " + cut(uri), data.take()};
}

std::optional<std::string_view> text_of(const Value* value) {
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return json::text(*value);
}

}  // namespace

const Value* Methods::Request::param(std::string_view name) const {
  const Value* value = params == nullptr ? nullptr : json::find(*params, name);
  return value == nullptr || value->IsNull() ? nullptr : value;
}

Methods::Methods(const Registry& registry, const base::Log& log)
    : registry_(registry), log_(log), catalogue_(registry) {}

Step Methods::begin(std::string_view method, const Context& context, const Value* params) {
  for (const Method& known : kTable) {
    if (known.name != method) continue;
    if ((known.eras & context.revision->era) == 0) break;
    return (this->*known.begin)({context, params});
  }
  return unknown_method(method);
}

void Methods::notify(std::string_view method) {
  if (method == "notifications/initialized") initialized_ = true;
}

bool Methods::wants_log(const Context& context, base::Level level) const {
  if (context.revision->era == kModern) return context.log_level && level >= *context.log_level;
  return initialized_ && level >= log_level_;
}

// ---- the session -------------------------------------------------------------------------------

Step Methods::initialize(const Request& request) {
  const auto offered = text_of(request.param("protocolVersion"));
  if (!offered) return invalid_params("protocolVersion has to be a string.");
  const Revision* agreed = find_revision(kLegacy, *offered);
  session_ = agreed == nullptr ? &newest_legacy() : agreed;
  return catalogue_.initialize(*session_);
}

Step Methods::ping(const Request&) {
  return Result{};
}

Step Methods::discover(const Request&) {
  return catalogue_.discover();
}

Step Methods::set_level(const Request& request) {
  const auto name = text_of(request.param("level"));
  const auto level = name ? base::parse_level(*name) : std::nullopt;
  if (!level) return invalid_params("level has to be a log level.");
  log_level_ = *level;
  return Result{};
}

Step Methods::listen(const Request& request) {
  const Value* notifications = request.param("notifications");
  if (notifications == nullptr || !notifications->IsObject()) {
    return invalid_params("notifications has to be an object.");
  }
  return Listen{};
}

// ---- lists -------------------------------------------------------------------------------------

namespace {

/// Every list is one page, so no cursor is ever given out.
Step page(const Value* cursor, const Result& list) {
  if (cursor != nullptr) return invalid_params("Unknown cursor.");
  return list;
}

}  // namespace

Step Methods::list_tools(const Request& request) {
  return page(request.param("cursor"), catalogue_.tools());
}

Step Methods::list_resources(const Request& request) {
  return page(request.param("cursor"), catalogue_.resources());
}

Step Methods::list_templates(const Request& request) {
  return page(request.param("cursor"), catalogue_.templates());
}

// ---- calls, reads, completions -----------------------------------------------------------------

Step Methods::call(const Request& request) {
  const auto name = text_of(request.param("name"));
  if (!name) return invalid_params("name has to be a string.");
  const Value* arguments = request.param("arguments");
  if (arguments != nullptr && !arguments->IsObject()) {
    return invalid_params("arguments have to be an object.");
  }
  const Tool* tool = catalogue_.find_tool(*name);
  if (tool == nullptr) return invalid_params("Unknown tool: " + cut(*name));
  return call_tool(*tool, catalogue_.input_schema(*tool), arguments, log_);
}

Step Methods::read(const Request& request) {
  const auto uri = text_of(request.param("uri"));
  if (!uri) return invalid_params("uri has to be a string.");
  const Revision& revision = *request.context.revision;
  for (const Resource& resource : registry_.resources) {
    if (resource.uri == *uri) return read_resource(resource, revision, log_);
  }
  if (base::count_code_points(*uri) > kEchoedCodePoints) return unknown_resource(*uri, revision);
  for (const ResourceTemplate& entry : registry_.templates) {
    if (uri->starts_with(entry.uri_prefix)) {
      return read_template(entry, std::string(*uri), revision, log_);
    }
  }
  return unknown_resource(*uri, revision);
}

Step Methods::complete(const Request& request) {
  if (!catalogue_.completes()) return unknown_method("completion/complete");
  const Value* reference = request.param("ref");
  const Value* argument = request.param("argument");
  if (reference == nullptr || argument == nullptr) {
    return invalid_params("ref and argument have to be objects.");
  }
  const auto uri = text_of(json::find(*reference, "uri"));
  const auto name = text_of(json::find(*argument, "name"));
  const auto typed = text_of(json::find(*argument, "value"));
  if (!name || !typed) return invalid_params("argument has to hold a name and a value.");
  const bool is_resource = text_of(json::find(*reference, "type")) == "ref/resource";
  for (const ResourceTemplate& entry : registry_.templates) {
    if (!is_resource || uri != uri_template(entry)) continue;
    if (*name != entry.variable || !entry.complete) {
      return Result{R"("completion":{"values":[],"hasMore":false})"};
    }
    return complete_variable(entry, std::string(*typed), *request.context.revision, log_);
  }
  return invalid_params("Unknown ref.");
}

}  // namespace mcp
