#include "mcpd/mcp/catalogue.h"

#include <algorithm>

#include "common/base/json.h"

namespace mcp {
namespace {

/// The surface is fixed per build, so clients may keep it for long.
constexpr std::chrono::milliseconds kSurfaceTtl = std::chrono::hours(1);

void member_unless_empty(json::Writer& out, std::string_view name, std::string_view value) {
  if (!value.empty()) member(out, name, value);
}

std::string identity(const Registry& registry) {
  json::Writer out;
  out.begin_object();
  member(out, "name", registry.server_name);
  member_unless_empty(out, "title", registry.server_title);
  member(out, "version", registry.server_version);
  out.end_object();
  return out.take();
}

/// The members that resources and templates share; `address` is `uri` or `uriTemplate`.
template <class Entry>
std::string resource_entry(const Entry& entry, std::string_view address, std::string_view uri) {
  json::Writer out;
  out.begin_object();
  member(out, address, uri);
  member(out, "name", entry.name);
  member_unless_empty(out, "title", entry.title);
  member_unless_empty(out, "description", entry.description);
  member_unless_empty(out, "mimeType", entry.mime_type);
  out.end_object();
  return out.take();
}

/// `"name":[entries]`, cacheable.
Result list(std::string_view name, const std::vector<std::string>& entries) {
  std::string members = "\"" + std::string(name) + "\":[";
  for (const std::string& entry : entries) {
    if (members.back() != '[') members += ',';
    members += entry;
  }
  return {members + "]", kSurfaceTtl};
}

}  // namespace

std::string uri_template(const ResourceTemplate& resource_template) {
  return std::string(resource_template.uri_prefix) + "{" + std::string(resource_template.variable) +
         "}";
}

Catalogue::Catalogue(const Registry& registry)
    : registry_(registry),
      server_info_(identity(registry)),
      completes_(std::any_of(registry.templates.begin(), registry.templates.end(),
                             [](const ResourceTemplate& t) { return t.complete != nullptr; })) {
  for (const Tool& tool : registry.tools) {
    inputs_.emplace_back(tool.input_schema);
    outputs_.emplace_back(tool.output_schema);
  }
}

std::string Catalogue::capabilities(const Revision& revision) const {
  std::string text = R"("capabilities":{"tools":{},"resources":{},"logging":{})";
  if (completes_ && revision.completions) text += R"(,"completions":{})";
  text += "}";
  if (registry_.instructions.empty()) return text;
  json::Writer instructions;
  instructions.string(registry_.instructions);
  return text + R"(,"instructions":)" + instructions.take();
}

Result Catalogue::initialize(const Revision& revision) const {
  return {R"("protocolVersion":")" + std::string(revision.name) + R"(","serverInfo":)" +
          server_info_ + "," + capabilities(revision)};
}

Result Catalogue::discover() const {
  std::string versions;
  const Revision* newest = nullptr;
  for (const Revision& revision : revisions()) {
    if (revision.era != kModern) continue;
    if (newest == nullptr) newest = &revision;
    if (!versions.empty()) versions += ',';
    versions += "\"" + std::string(revision.name) + "\"";
  }
  return {R"("supportedVersions":[)" + versions + "]," + capabilities(*newest), kSurfaceTtl};
}

std::string Catalogue::tool_entry(std::size_t index) const {
  const Tool& tool = registry_.tools[index];
  json::Writer out;
  out.begin_object();
  member(out, "name", tool.name);
  member_unless_empty(out, "title", tool.title);
  member_unless_empty(out, "description", tool.description);
  out.key("inputSchema").raw(inputs_[index].to_json());
  out.key("outputSchema").raw(outputs_[index].to_json());
  out.key("annotations").begin_object();
  member(out, "readOnlyHint", true);
  out.end_object().end_object();
  return out.take();
}

const Result& Catalogue::tools() {
  if (!tools_) {
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < registry_.tools.size(); ++i)
      entries.push_back(tool_entry(i));
    tools_ = list("tools", entries);
  }
  return *tools_;
}

const Result& Catalogue::resources() {
  if (!resources_) {
    std::vector<std::string> entries;
    for (const Resource& resource : registry_.resources)
      entries.push_back(resource_entry(resource, "uri", resource.uri));
    resources_ = list("resources", entries);
  }
  return *resources_;
}

const Result& Catalogue::templates() {
  if (!templates_) {
    std::vector<std::string> entries;
    for (const ResourceTemplate& entry : registry_.templates)
      entries.push_back(resource_entry(entry, "uriTemplate", uri_template(entry)));
    templates_ = list("resourceTemplates", entries);
  }
  return *templates_;
}

const Tool* Catalogue::find_tool(std::string_view name) const {
  for (const Tool& tool : registry_.tools) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

const Schema& Catalogue::input_schema(const Tool& tool) const {
  return inputs_[static_cast<std::size_t>(&tool - registry_.tools.data())];
}

}  // namespace mcp
