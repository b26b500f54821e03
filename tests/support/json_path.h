#pragma once

/// Places in JSON documents, for tests.

#include <string>
#include <string_view>

#include "common/base/json.h"

namespace testing {

/// The value at `path` (`/result/content/0/text`) inside `value`; nullptr when there is none.
const json::Value* find_at(const json::Value& value, std::string_view path);
/// The same; throws std::runtime_error naming the path when there is none.
const json::Value& at(const json::Value& value, std::string_view path);
/// The text at `path`.
std::string text_at(const json::Value& value, std::string_view path);

}  // namespace testing
