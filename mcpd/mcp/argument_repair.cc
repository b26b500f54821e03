#include "mcpd/mcp/argument_repair.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/base/text.h"

namespace mcp {
namespace {

using Allocator = json::Document::AllocatorType;
using json::Value;

/// The largest whole number that a double tells apart from its neighbours.
constexpr double kSafeInteger = 9007199254740991.0;

/// Replaces a text by the JSON value it spells, if `wanted` admits that value.
bool decode(Value& value, Allocator& allocator, bool (*wanted)(const Value&)) {
  if (!value.IsString()) return false;
  const std::optional<json::Document> decoded =
      json::parse(std::string(base::trim(json::text(value))));
  if (!decoded || !wanted(*decoded)) return false;
  value.CopyFrom(*decoded, allocator);
  return true;
}

bool decode_array(Value& value, Allocator& allocator) {
  return decode(value, allocator, [](const Value& v) { return v.IsArray(); });
}
bool decode_object(Value& value, Allocator& allocator) {
  return decode(value, allocator, [](const Value& v) { return v.IsObject(); });
}
bool decode_number(Value& value, Allocator& allocator) {
  return decode(value, allocator, [](const Value& v) { return v.IsNumber(); });
}
bool decode_boolean(Value& value, Allocator& allocator) {
  return decode(value, allocator, [](const Value& v) { return v.IsBool(); });
}

bool wrap_text(Value& value, Allocator& allocator) {
  if (!value.IsString()) return false;
  if (json::text(value).find_first_of(",\r\n") != std::string_view::npos) return false;
  Value list(rapidjson::kArrayType);
  list.PushBack(value, allocator);
  value = list;
  return true;
}

bool write_integer(Value& value, Allocator& allocator) {
  const std::optional<std::int64_t> number = json::integer(value);
  if (!number || std::fabs(static_cast<double>(*number)) > kSafeInteger) return false;
  value.SetString(std::to_string(*number), allocator);
  return true;
}

struct Repair {
  std::string_view wanted;  ///< a type word of the schema
  bool (*apply)(Value&, Allocator&);
};

/// The first that applies is the one.
constexpr std::array<Repair, 7> kRepairs = {{{"array", decode_array},
                                             {"array", wrap_text},
                                             {"object", decode_object},
                                             {"string", write_integer},
                                             {"number", decode_number},
                                             {"integer", decode_number},
                                             {"boolean", decode_boolean}}};

bool mend(Value& value, const Value& schema, Allocator& allocator) {
  const std::vector<std::string_view> types = types_of(schema);
  return std::any_of(kRepairs.begin(), kRepairs.end(), [&](const Repair& repair) {
    const bool wanted = std::find(types.begin(), types.end(), repair.wanted) != types.end();
    return wanted && repair.apply(value, allocator);
  });
}

/// The value one step inside `value`, or nullptr.
Value* inside(Value& value, const PathStep& step) {
  if (const auto* name = std::get_if<std::string>(&step)) {
    return json::find(value, *name);
  }
  const std::size_t index = std::get<std::size_t>(step);
  return value.IsArray() && index < value.Size() ? &value[static_cast<rapidjson::SizeType>(index)]
                                                 : nullptr;
}

bool repair_one(json::Document& arguments, const Issue& issue) {
  if (issue.problem != Problem::kType || issue.path.empty()) return false;
  Value* parent = &arguments;
  for (auto step = issue.path.begin(); parent != nullptr && step + 1 != issue.path.end(); ++step) {
    parent = inside(*parent, *step);
  }
  Value* value = parent == nullptr ? nullptr : inside(*parent, issue.path.back());
  if (value == nullptr) return false;
  if (!value->IsNull()) return mend(*value, *issue.schema, arguments.GetAllocator());
  const auto* name = std::get_if<std::string>(&issue.path.back());
  if (!issue.optional || name == nullptr) return false;
  parent->RemoveMember(*name);
  return true;
}

}  // namespace

bool repair(json::Document& arguments, const Findings& findings) {
  bool changed = false;
  for (const Issue& issue : findings.issues) {
    changed = repair_one(arguments, issue) || changed;
  }
  return changed;
}

}  // namespace mcp
