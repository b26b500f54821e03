#include "tests/support/json_path.h"

#include <stdexcept>

#include "common/base/text.h"

namespace testing {
namespace {

const json::Value* step_into(const json::Value& value, std::string_view name) {
  if (!value.IsArray()) return json::find(value, name);
  std::size_t index = 0;
  for (const char c : name)
    index = index * 10 + static_cast<std::size_t>(c - '0');
  return index < value.Size() ? &value[static_cast<rapidjson::SizeType>(index)] : nullptr;
}

}  // namespace

const json::Value* find_at(const json::Value& value, std::string_view path) {
  const json::Value* found = &value;
  for (const std::string_view step : base::split(path.substr(1), '/')) {
    found = step_into(*found, step);
    if (found == nullptr) return nullptr;
  }
  return found;
}

const json::Value& at(const json::Value& value, std::string_view path) {
  if (const json::Value* found = find_at(value, path)) return *found;
  throw std::runtime_error("nothing at " + std::string(path) + " in " + json::write(value));
}

std::string text_at(const json::Value& value, std::string_view path) {
  return std::string(json::text(at(value, path)));
}

}  // namespace testing
