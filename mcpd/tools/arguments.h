#pragma once

/// Access to a tool's arguments.

#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/json.h"

namespace tools {

/// The text of argument `name`, or an empty one where it was not given.
inline std::string text_argument(const json::Value& arguments, std::string_view name) {
  const json::Value* value = json::find(arguments, name);
  return value != nullptr && value->IsString() ? std::string(json::text(*value)) : std::string();
}

/// The whole number in argument `name`, or `otherwise` where it was not given.
inline std::int64_t integer_argument(const json::Value& arguments, std::string_view name,
                                     std::int64_t otherwise) {
  const json::Value* value = json::find(arguments, name);
  return value == nullptr ? otherwise : json::integer(*value).value_or(otherwise);
}

/// Takes the white space off both ends of `value` when it is a text, so that a schema's lengths
/// count what matters.
void trim_text(json::Value& value, json::Document& owner);

}  // namespace tools
