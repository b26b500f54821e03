#include "mcpd/mcp/work.h"

#include <algorithm>

#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/mcp/arguments.h"
#include "mcpd/mcp/errors.h"

namespace mcp {
namespace {

constexpr std::size_t kMaximumCompletions = 100;

/// Members of a result, if they fit one line (decision 14); else throws `too_large`.
Result fitting(std::string members, const base::Fault& too_large,
               std::optional<std::chrono::milliseconds> ttl = {}) {
  if (members.size() > kMaximumLine - kLineReserve) throw base::Fault(too_large);
  return {std::move(members), ttl};
}

std::string too_large_message(std::string_view what) {
  return "The " + std::string(what) + " does not fit into one message of " +
         std::to_string(kMaximumLine) + " bytes.";
}

base::Fault large_call() {
  return base::Fault(base::Code::kValidation, "result_too_large", too_large_message("result"))
      .hint("Ask for less: set max_characters, and start to continue from where it ended.")
      .retryable(false);
}

base::Fault large_resource() {
  return base::Fault(base::Code::kInternalError, "result_too_large", too_large_message("resource"))
      .retryable(false);
}

/// Writes down what went wrong in the handling of `call`, a cancellation whatever was thrown.
void log_failure(const base::Log& log, const Call& call, std::string_view what,
                 const base::Fault& fault, std::string_view detail) {
  const base::Fault& told = call.stop.stop_requested() ? base::cancelled() : fault;
  std::string text = "request " + call.request_id + " " + std::string(what) + " failed with " +
                     std::to_string(static_cast<int>(told.code()));
  if (!told.reason().empty()) text += " " + told.reason();
  text += ": " + told.message();
  if (!detail.empty()) text += " [" + std::string(detail) + "]";
  log.write(severity(told), text);
}

/// Work whose failure is a JSON-RPC error: `run` computes the members of the result.
template <class Run>
Work guarded(std::string what, std::span<const Recovery> recoveries, const Revision& revision,
             const base::Log& log, Run run) {
  return [what = std::move(what), recoveries, &revision, &log,
          run = std::move(run)](const Call& call) -> Answer {
    std::string detail;
    try {
      return run(call);
    } catch (...) {
      const base::Fault fault = current_fault(detail);
      log_failure(log, call, what, fault, detail);
      return failed_request(fault, {call.request_id, recoveries}, revision);
    }
  };
}

Result tool_result(const ToolResult& result) {
  json::Writer content;
  content.begin_array();
  for (const std::string& text : result.texts) {
    content.begin_object();
    member(content, "type", "text");
    member(content, "text", std::string_view(text));
    content.end_object();
  }
  content.end_array();
  std::string members = R"("content":)" + content.take() + R"(,"structuredContent":)";
  members += result.structured;
  return fitting(std::move(members), large_call());
}

Answer run_tool(const Tool& tool, const Schema& schema, const json::Value* arguments,
                const base::Log& log, const Call& call) {
  static const json::Value kNone(rapidjson::kObjectType);
  Rewrites rewrites;
  std::string detail;
  try {
    Admission admission = admit(arguments == nullptr ? kNone : *arguments, tool, schema);
    if (!admission.admitted()) {
      const base::Fault fault = invalid_arguments(tool, schema, admission);
      rewrites = std::move(admission.rewrites);
      throw fault;
    }
    return tool_result(tool.run(admission.arguments, call));
  } catch (...) {
    const base::Fault fault = current_fault(detail);
    log_failure(log, call, tool.name, fault, detail);
    return failed_call(fault, {call.request_id, tool.recoveries, &rewrites});
  }
}

Result contents(std::string_view uri, std::string_view mime_type, std::string_view text,
                std::chrono::milliseconds ttl) {
  json::Writer out;
  out.begin_array().begin_object();
  member(out, "uri", uri);
  if (!mime_type.empty()) member(out, "mimeType", mime_type);
  member(out, "text", text);
  out.end_object().end_array();
  return fitting(R"("contents":)" + out.take(), large_resource(), ttl);
}

Result completion_result(const Completion& completion) {
  const std::size_t told = std::min(completion.values.size(), kMaximumCompletions);
  json::Writer out;
  out.begin_object().key("values").begin_array();
  for (std::size_t i = 0; i < told; ++i)
    out.string(completion.values[i]);
  out.end_array();
  member(out, "hasMore", completion.has_more || told < completion.values.size());
  out.end_object();
  return {R"("completion":)" + out.take()};
}

int hex_digit(char c) {
  if (base::is_digit(c)) return c - '0';
  const char lower = base::to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool escape = text[at] == '%' && text.size() - at > 2 && hex_digit(text[at + 1]) >= 0 &&
                        hex_digit(text[at + 2]) >= 0;
    out += escape ? static_cast<char>(hex_digit(text[at + 1]) * 16 + hex_digit(text[at + 2]))
                  : text[at];
    at += escape ? 3 : 1;
  }
  return base::is_utf8(out) ? out : std::string(text);
}

Work call_tool(const Tool& tool, const Schema& schema, const json::Value* arguments,
               const base::Log& log) {
  return [&tool, &schema, arguments, &log](const Call& call) {
    return run_tool(tool, schema, arguments, log, call);
  };
}

Work read_resource(const Resource& resource, const Revision& revision, const base::Log& log) {
  return guarded(std::string(resource.uri), {}, revision, log, [&resource](const Call& call) {
    return contents(resource.uri, resource.mime_type, resource.read(call), resource.ttl);
  });
}

Work read_template(const ResourceTemplate& resource_template, const std::string& uri,
                   const Revision& revision, const base::Log& log) {
  const ResourceTemplate* source = &resource_template;
  return guarded(uri, source->recoveries, revision, log, [source, uri](const Call& call) {
    const std::string segment =
        percent_decode(std::string_view(uri).substr(source->uri_prefix.size()));
    return contents(uri, source->mime_type, source->read(segment, call), source->ttl);
  });
}

Work complete_variable(const ResourceTemplate& resource_template, std::string typed,
                       const Revision& revision, const base::Log& log) {
  const ResourceTemplate* source = &resource_template;
  return guarded("completion", source->recoveries, revision, log,
                 [source, typed = std::move(typed)](const Call& call) {
                   return completion_result(source->complete(typed, call));
                 });
}

}  // namespace mcp
