#include "mcpd/rpc/message.h"

#include <cmath>

namespace rpc {
namespace {

Message ignored(std::string_view why) {
  return {.kind = Kind::kIgnored, .why = why};
}

/// Without a readable id nothing can be said that every revision allows.
Message refused(const std::optional<Id>& id, base::Code code, std::string_view why) {
  if (!id) return ignored(why);
  return {.kind = Kind::kRefused, .id = id, .code = code, .why = why};
}

bool is_version_2(const json::Value* value) {
  return value != nullptr && value->IsString() && json::text(*value) == "2.0";
}

}  // namespace

std::optional<Id> Id::read(const json::Value& value) {
  if (value.IsString()) {
    if (value.GetStringLength() > kMaximumIdBytes) return std::nullopt;
    return Id(std::string(json::text(value)));
  }
  // A fraction-free double at the edge of what doubles count may stand for its neighbour.
  constexpr double kExact = 9007199254740991.0;  // 2^53 - 1
  if (value.IsDouble() && std::fabs(value.GetDouble()) > kExact) return std::nullopt;
  const std::optional<std::int64_t> number = json::integer(value);
  if (!number) return std::nullopt;
  return Id(*number);
}

std::string Id::to_json() const {
  json::Writer out;
  if (const auto* text = std::get_if<std::string>(&value_)) {
    out.string(*text);
  } else {
    out.integer(std::get<std::int64_t>(value_));
  }
  return out.take();
}

Message classify(const json::Value& value) {
  if (!value.IsObject()) return ignored("not an object");
  const json::Value* method = json::find(value, "method");
  if (method == nullptr || !method->IsString()) {
    const bool response =
        json::find(value, "result") != nullptr || json::find(value, "error") != nullptr;
    if (response) return ignored("a response to no request");
  }
  const json::Value* id_value = json::find(value, "id");
  const std::optional<Id> id = id_value == nullptr ? std::nullopt : Id::read(*id_value);
  if (id_value != nullptr && !id) return ignored("an id that is neither a string nor an integer");
  if (!is_version_2(json::find(value, "jsonrpc"))) {
    return refused(id, base::Code::kInvalidRequest, "jsonrpc has to be \"2.0\"");
  }
  if (method == nullptr || !method->IsString()) {
    return refused(id, base::Code::kInvalidRequest, "method has to be a string");
  }
  const json::Value* params = json::find(value, "params");
  if (params != nullptr && params->IsNull()) params = nullptr;
  if (params != nullptr && !params->IsObject()) {
    return refused(id, base::Code::kInvalidParams, "params have to be an object");
  }
  return {.kind = id ? Kind::kRequest : Kind::kNotification,
          .id = id,
          .method = std::string(json::text(*method)),
          .params = params};
}

std::string result_line(const Id& id, std::initializer_list<std::string_view> result) {
  const std::string head = R"({"jsonrpc":"2.0","id":)" + id.to_json() + R"(,"result":)";
  std::size_t size = head.size() + 2;  // the brace, and the line end to come
  for (const std::string_view piece : result)
    size += piece.size();
  std::string line;
  line.reserve(size);
  line += head;
  for (const std::string_view piece : result)
    line += piece;
  line += '}';
  return line;
}

std::string error_line(const Id& id, int code, std::string_view message, std::string_view data) {
  json::Writer out;
  out.begin_object();
  member(out, "jsonrpc", "2.0");
  out.key("id").raw(id.to_json()).key("error").begin_object();
  member(out, "code", std::int64_t{code});
  member(out, "message", message);
  if (!data.empty()) out.key("data").raw(data);
  out.end_object().end_object();
  return out.take();
}

std::string notification_line(std::string_view method, std::string_view params) {
  json::Writer out;
  out.begin_object();
  member(out, "jsonrpc", "2.0");
  member(out, "method", method);
  out.key("params").raw(params).end_object();
  return out.take();
}

}  // namespace rpc
