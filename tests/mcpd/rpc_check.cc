#include "tests/mcpd/rpc_check.h"

#include "common/base/json.h"
#include "common/base/utf8.h"

namespace testing {
namespace {

std::string message_problem(const json::Value& message) {
  if (!message.IsObject()) return "not an object";
  const json::Value* version = json::find(message, "jsonrpc");
  if (version == nullptr || !version->IsString() || json::text(*version) != "2.0") {
    return "not JSON-RPC 2.0";
  }
  const json::Value* id = json::find(message, "id");
  const json::Value* result = json::find(message, "result");
  const json::Value* error = json::find(message, "error");
  if (json::find(message, "method") != nullptr) {
    return id == nullptr && result == nullptr && error == nullptr ? "" : "not a notification";
  }
  if (id == nullptr || (!id->IsString() && !id->IsInt64())) return "no id";
  if ((result == nullptr) == (error == nullptr)) return "not one of result and error";
  if (result != nullptr) return result->IsObject() ? "" : "a result that is no object";
  const json::Value* code = json::find(*error, "code");
  const json::Value* text = json::find(*error, "message");
  const bool whole = code != nullptr && code->IsInt() && text != nullptr && text->IsString();
  return whole ? "" : "not an error";
}

}  // namespace

std::string rpc_problem(std::string_view line) {
  if (!base::is_utf8(line)) return "not UTF-8";
  const auto parsed = json::parse(std::string(line));
  if (!parsed) return "not JSON: " + std::string(line.substr(0, 200));
  if (!parsed->IsArray()) return message_problem(*parsed);
  for (const json::Value& message : parsed->GetArray()) {
    if (std::string problem = message_problem(message); !problem.empty()) return problem;
  }
  return parsed->Empty() ? "an empty array" : "";
}

}  // namespace testing
