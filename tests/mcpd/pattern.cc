#include "tests/mcpd/pattern.h"

namespace testing {
namespace {

std::string at(std::string_view place, const std::string& inner) {
  return inner.empty() ? "" : std::string(place) + " > " + inner;
}

std::string object_mismatch(const json::Value& pattern, const json::Value& value) {
  if (!value.IsObject()) return "not an object: " + json::write(value);
  for (const auto& member : pattern.GetObject()) {
    const std::string_view name = json::text(member.name);
    const json::Value* found = json::find(value, name);
    const bool absent = member.value.IsString() && json::text(member.value) == "-";
    if (absent && found != nullptr) return std::string(name) + " is there";
    if (!absent && found == nullptr) return std::string(name) + " is missing";
    if (absent) continue;
    std::string inner = at(name, mismatch(member.value, *found));
    if (!inner.empty()) return inner;
  }
  return {};
}

std::string array_mismatch(const json::Value& pattern, const json::Value& value) {
  if (!value.IsArray() || value.Size() != pattern.Size()) {
    return "not such an array: " + json::write(value);
  }
  for (rapidjson::SizeType i = 0; i < pattern.Size(); ++i) {
    std::string inner = at(std::to_string(i), mismatch(pattern[i], value[i]));
    if (!inner.empty()) return inner;
  }
  return {};
}

bool text_matches(std::string_view pattern, const json::Value& value) {
  if (pattern == "*") return true;
  if (!value.IsString()) return false;
  if (!pattern.starts_with('~')) return json::text(value) == pattern;
  return json::text(value).find(pattern.substr(1)) != std::string_view::npos;
}

}  // namespace

std::string mismatch(const json::Value& pattern, const json::Value& value) {
  if (pattern.IsObject()) return object_mismatch(pattern, value);
  if (pattern.IsArray()) return array_mismatch(pattern, value);
  const bool same = pattern.IsString()
                        ? text_matches(json::text(pattern), value)
                        : pattern == value && json::write(pattern) == json::write(value);
  return same ? "" : json::write(value) + " instead of " + json::write(pattern);
}

std::string mismatch(std::string_view pattern, std::string_view text) {
  const auto wanted = json::parse(std::string(pattern));
  const auto value = json::parse(std::string(text));
  if (!wanted) return "the pattern is not JSON: " + std::string(pattern);
  if (!value) return "not JSON: " + std::string(text.substr(0, 200));
  return mismatch(*wanted, *value);
}

}  // namespace testing
