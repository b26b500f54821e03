#pragma once

/// What the server offers: tools, resources and templates, as plain values. The protocol layer
/// publishes and validates them without knowing what they do; handlers know nothing of JSON-RPC,
/// revisions or the transport.

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/deadline.h"
#include "common/base/json.h"
#include "common/base/log.h"

namespace mcp {

/// What a handler may use while it works on one request. Valid until the handler returns; its
/// functions may be called from the handler's thread only.
struct Call {
  /// The id that is logged with everything this call does and told in its error, if any.
  std::string request_id;
  /// Requested when the client cancels, stdin ends or the process is told to stop.
  std::stop_token stop;
  base::Deadline deadline = base::Deadline::never();
  /// A record for the log and, where the client asked for such, a notifications/message. The text
  /// may reach the client: no path, no SQL.
  std::function<void(base::Level, std::string_view)> log;
  /// Progress, when the client sent a token; values have to rise. `total` may be unknown.
  std::function<void(double done, std::optional<double> total, std::string_view message)> progress;
};

/// A call's answer. Both carry the same facts, since some clients forward only one of them.
struct ToolResult {
  std::string structured;          ///< one JSON object, valid against the tool's output schema
  std::vector<std::string> texts;  ///< text blocks, in order; at least one
};

/// Another spelling of an argument's name, read but not advertised.
struct Alias {
  std::string_view from;
  std::string_view to;
};

/// What a caller can do about a failure with this reason (contract 3.4, recovery.hint).
struct Recovery {
  std::string_view reason;
  std::string_view hint;
};

/// One tool. All are read-only. Schemas are JSON texts in the part that draft-07 and 2020-12 share;
/// the input schema published is the one that arguments are validated against. Failures are thrown
/// as base::Fault and become an isError result.
struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input_schema;
  std::string_view output_schema;
  std::vector<Alias> aliases;
  std::vector<Recovery> recoveries;
  /// Changes raw arguments before they are validated, where the contract asks for more than the
  /// general repairs; may be empty.
  std::function<void(json::Document& arguments)> prepare;
  /// `arguments` are valid and hold every default of the schema. Called on a pool thread.
  std::function<ToolResult(const json::Value& arguments, const Call& call)> run;
};

/// A resource with a fixed address.
struct Resource {
  std::string_view uri;
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view mime_type;
  std::chrono::milliseconds ttl;  ///< how long a client may keep it
  std::function<std::string(const Call& call)> read;
};

/// Values a client may offer for an argument, at most 100.
struct Completion {
  std::vector<std::string> values;
  bool has_more = false;
};

/// A family of resources with one variable as its last segment.
struct ResourceTemplate {
  std::string_view uri_prefix;  ///< `arxiv://paper/`
  std::string_view variable;    ///< `paperId`
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view mime_type;
  std::chrono::milliseconds ttl;
  std::vector<Recovery> recoveries;
  /// `segment` is what follows the prefix in the requested address, percent-decoded once (a
  /// malformed escape is left as it is).
  std::function<std::string(std::string_view segment, const Call& call)> read;
  std::function<Completion(std::string_view typed, const Call& call)> complete;
};

/// The whole surface. Fixed for the life of the process; handlers may run side by side.
struct Registry {
  std::string_view server_name;
  std::string_view server_title;
  std::string_view server_version;
  std::string_view instructions;
  std::vector<Tool> tools;
  std::vector<Resource> resources;
  std::vector<ResourceTemplate> templates;
};

}  // namespace mcp
