#include "tests/support/mcp_client.h"

#include <stdexcept>

#include "common/base/text.h"
#include "tests/support/json_path.h"

namespace testing {
namespace {

constexpr std::string_view kOpening =
    R"({"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("clientInfo":{"name":"arxiv-mirror-tests","version":")" ARXIV_MIRROR_VERSION R"("}})";
constexpr std::string_view kModernMeta =
    R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

json::Document copy_of(const json::Value& value) {
  return json::parse(json::write(value)).value();
}

/// `params` with the metadata that a modern request carries.
std::string with_meta(std::string_view params) {
  json::Document document = json::parse(std::string(params)).value();
  const json::Document meta = json::parse(std::string(kModernMeta)).value();
  document.AddMember("_meta", json::Value(meta, document.GetAllocator()), document.GetAllocator());
  return json::write(document);
}

/// A request, or a notification when `id` is 0.
std::string message(std::string_view method, std::string_view params, std::int64_t id) {
  json::Writer out;
  out.begin_object();
  json::member(out, "jsonrpc", "2.0");
  if (id > 0) json::member(out, "id", id);
  json::member(out, "method", method);
  out.key("params").raw(params).end_object();
  return out.take() + '\n';
}

std::string call_params(std::string_view tool, std::string_view arguments) {
  json::Writer out;
  out.begin_object();
  json::member(out, "name", tool);
  out.key("arguments").raw(arguments).end_object();
  return out.take();
}

const json::Value& result_of(const json::Document& response) {
  if (const json::Value* result = json::find(response, "result")) return *result;
  throw std::runtime_error(json::write(response));
}

ToolAnswer tool_answer(const json::Value& result) {
  ToolAnswer answer;
  const json::Value* failed = json::find(result, "isError");
  answer.is_error = failed != nullptr && failed->GetBool();
  for (const json::Value& block : at(result, "/content").GetArray())
    answer.texts.push_back(text_at(block, "/text"));
  answer.structured = copy_of(at(result, "/structuredContent"));
  return answer;
}

}  // namespace

std::string ToolAnswer::text() const {
  return base::join(texts, "");
}

std::string ToolAnswer::reason() const {
  const json::Value* reason = find_at(structured, "/error/data/reason");
  return reason == nullptr ? std::string() : std::string(json::text(*reason));
}

std::int64_t ToolAnswer::code() const {
  const json::Value* code = find_at(structured, "/error/code");
  return code == nullptr ? 0 : json::integer(*code).value();
}

McpClient::McpClient(const Command& command) : process_(command) {}

json::Document McpClient::open() {
  json::Document result = request("initialize", kOpening);
  notify("notifications/initialized");
  return result;
}

std::int64_t McpClient::send(std::string_view method, std::string_view params) {
  const std::int64_t id = ++last_id_;
  const std::string sent = modern_ ? with_meta(params) : std::string(params);
  if (!process_.write(message(method, sent, id))) {
    throw std::runtime_error("the server has closed its stdin: " + process_.stderr_text());
  }
  return id;
}

std::int64_t McpClient::send_call(std::string_view tool, std::string_view arguments) {
  return send("tools/call", call_params(tool, arguments));
}

void McpClient::notify(std::string_view method, std::string_view params) {
  process_.write(message(method, params, 0));
}

void McpClient::read_message(base::Deadline deadline) {
  const std::optional<std::string> line = process_.read_line(deadline);
  if (!line) throw std::runtime_error("the server ended: " + process_.stderr_text());
  auto parsed = json::parse(*line);
  const json::Value* version = parsed ? json::find(*parsed, "jsonrpc") : nullptr;
  if (version == nullptr || !version->IsString() || json::text(*version) != "2.0") {
    throw std::runtime_error("not a JSON-RPC message: " + *line);
  }
  const json::Value* id = json::find(*parsed, "id");
  if (id == nullptr) {
    notifications_.push_back(std::move(*parsed));
  } else if (!responses_.emplace(json::integer(*id).value(), std::move(*parsed)).second) {
    throw std::runtime_error("answered twice: " + *line);
  }
}

json::Document McpClient::wait_for(std::int64_t id, base::Deadline deadline) {
  while (!has_response(id))
    read_message(deadline);
  return std::move(responses_.extract(id).mapped());
}

ToolAnswer McpClient::wait_for_call(std::int64_t id, base::Deadline deadline) {
  return tool_answer(result_of(wait_for(id, deadline)));
}

json::Document McpClient::respond(std::string_view method, std::string_view params) {
  const auto begin = std::chrono::steady_clock::now();
  json::Document response = wait_for(send(method, params));
  latency_ = std::chrono::steady_clock::now() - begin;
  return response;
}

json::Document McpClient::request(std::string_view method, std::string_view params) {
  return copy_of(result_of(respond(method, params)));
}

ToolAnswer McpClient::call_tool(std::string_view tool, std::string_view arguments) {
  return tool_answer(result_of(respond("tools/call", call_params(tool, arguments))));
}

json::Document McpClient::call(std::string_view tool, std::string_view arguments) {
  ToolAnswer answer = call_tool(tool, arguments);
  if (answer.is_error) throw std::runtime_error(answer.text());
  return std::move(answer.structured);
}

}  // namespace testing
