#include "tests/support/mcp_client.h"

#include <stdexcept>
#include <string>

namespace testing {
namespace {

json::Document copy_of(const json::Value& value) {
  return json::parse(json::write(value)).value();
}

std::string message(std::string_view method, std::string_view params, std::int64_t id) {
  json::Writer out;
  out.begin_object();
  member(out, "jsonrpc", "2.0");
  if (id > 0) member(out, "id", id);
  member(out, "method", method);
  out.key("params").raw(params).end_object();
  return out.take() + '\n';
}

}  // namespace

McpClient::McpClient(const Command& command) : process_(command) {}

json::Document McpClient::open() {
  json::Document result = request(
      "initialize",
      R"({"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"arxiv-mirror-tests","version":")" ARXIV_MIRROR_VERSION R"("}})");
  process_.write(message("notifications/initialized", "{}", 0));
  return result;
}

json::Document McpClient::request(std::string_view method, std::string_view params) {
  const std::int64_t id = ++last_id_;
  const auto begin = std::chrono::steady_clock::now();
  if (!process_.write(message(method, params, id))) {
    throw std::runtime_error("the server has closed its stdin: " + process_.stderr_text());
  }
  json::Document result = answer(id);
  latency_ = std::chrono::steady_clock::now() - begin;
  return result;
}

json::Document McpClient::answer(std::int64_t id) {
  while (const auto line = process_.read_line()) {
    const auto response = json::parse(*line);
    if (!response) throw std::runtime_error("not JSON: " + *line);
    const json::Value* answered = json::find(*response, "id");
    if (answered == nullptr || json::integer(*answered) != id) continue;
    const json::Value* result = json::find(*response, "result");
    if (result == nullptr) throw std::runtime_error(*line);
    return copy_of(*result);
  }
  throw std::runtime_error("the server ended: " + process_.stderr_text());
}

json::Document McpClient::call(std::string_view tool, std::string_view arguments) {
  json::Writer params;
  params.begin_object();
  member(params, "name", tool);
  params.key("arguments").raw(arguments).end_object();
  const json::Document result = request("tools/call", params.take());
  const json::Value* failed = json::find(result, "isError");
  if (failed != nullptr && failed->GetBool()) throw std::runtime_error(json::write(result));
  return copy_of(result["structuredContent"]);
}

}  // namespace testing
