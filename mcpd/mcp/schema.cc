#include "mcpd/mcp/schema.h"

#include <algorithm>
#include <stdexcept>

#include "mcpd/mcp/schema_keywords.h"

namespace mcp {

using json::Value;

std::string to_text(const Path& path) {
  std::string text;
  for (const PathStep& step : path) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      if (!text.empty()) text += '.';
      text += *name;
    } else {
      text += '[' + std::to_string(std::get<std::size_t>(step)) + ']';
    }
  }
  return text;
}

std::vector<std::string_view> types_of(const Value& schema) {
  std::vector<std::string_view> types;
  const Value* type = json::find(schema, "type");
  if (type == nullptr) return types;
  if (type->IsString()) return {json::text(*type)};
  for (const Value& word : type->GetArray())
    types.push_back(json::text(word));
  return types;
}

Schema::Schema(std::string_view text) {
  std::optional<json::Document> document = json::parse(std::string(text));
  if (!document) throw std::invalid_argument("a schema that is not JSON");
  document_ = std::move(*document);
  require_understood(document_);
}

Findings Schema::validate(const Value& value) const {
  Validation validation;
  validation.check(document_, value, false);
  return validation.take();
}

std::vector<std::string_view> Schema::property_names() const {
  std::vector<std::string_view> names;
  const Value* properties = json::find(document_, "properties");
  if (properties == nullptr) return names;
  for (const auto& property : properties->GetObject())
    names.push_back(json::text(property.name));
  return names;
}

namespace {

void complete_value(const Value& schema, Value& value, json::Document::AllocatorType& allocator);

void complete_members(const Value& properties, Value& object,
                      json::Document::AllocatorType& allocator) {
  for (const auto& property : properties.GetObject()) {
    if (Value* present = json::find(object, json::text(property.name))) {
      complete_value(property.value, *present, allocator);
    } else if (const Value* standard = json::find(property.value, "default")) {
      object.AddMember(Value(property.name, allocator), Value(*standard, allocator), allocator);
    }
  }
}

void complete_value(const Value& schema, Value& value, json::Document::AllocatorType& allocator) {
  if (value.IsDouble()) {
    const std::vector<std::string_view> types = types_of(schema);
    const auto whole = json::integer(value);
    if (whole && std::find(types.begin(), types.end(), "integer") != types.end()) {
      value.SetInt64(*whole);
    }
  }
  const Value* properties = json::find(schema, "properties");
  if (properties != nullptr && value.IsObject()) complete_members(*properties, value, allocator);
  const Value* items = json::find(schema, "items");
  if (items == nullptr || !value.IsArray()) return;
  for (Value& item : value.GetArray())
    complete_value(*items, item, allocator);
}

}  // namespace

void Schema::complete(Value& value, json::Document::AllocatorType& allocator) const {
  complete_value(document_, value, allocator);
}

}  // namespace mcp
