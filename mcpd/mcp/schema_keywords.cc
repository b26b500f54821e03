#include "mcpd/mcp/schema_keywords.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "common/base/utf8.h"

namespace mcp {
namespace {

using json::Value;

// ---- types -------------------------------------------------------------------------------------

struct Type {
  std::string_view word;
  std::string_view phrase;
  bool (*admits)(const Value&);
};

constexpr std::array<Type, 7> kTypes = {{
    {"string", "a string", [](const Value& v) { return v.IsString(); }},
    {"integer", "an integer", [](const Value& v) { return json::integer(v).has_value(); }},
    {"number", "a number", [](const Value& v) { return v.IsNumber(); }},
    {"boolean", "true or false", [](const Value& v) { return v.IsBool(); }},
    {"array", "an array", [](const Value& v) { return v.IsArray(); }},
    {"object", "an object", [](const Value& v) { return v.IsObject(); }},
    {"null", "null", [](const Value& v) { return v.IsNull(); }},
}};

const Type* find_type(std::string_view word) {
  const auto* found = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const Type& type) { return type.word == word; });
  return found == kTypes.end() ? nullptr : found;
}

bool has_type(const Value& schema, const Value& value) {
  const std::vector<std::string_view> words = types_of(schema);
  return words.empty() || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
           return find_type(word)->admits(value);
         });
}

std::string expected_types(const Value& schema) {
  std::string text;
  for (const std::string_view word : types_of(schema)) {
    if (!text.empty()) text += " or ";
    text += find_type(word)->phrase;
  }
  return text;
}

// ---- what a keyword may hold -------------------------------------------------------------------

bool is_type_word(const Value& form) {
  return form.IsString() && find_type(json::text(form)) != nullptr;
}

template <class Predicate>
bool is_list_of(const Value& form, Predicate predicate) {
  return form.IsArray() && !form.Empty() && std::all_of(form.Begin(), form.End(), predicate);
}

bool type_form(const Value& form) {
  return is_type_word(form) || is_list_of(form, is_type_word);
}
bool schemas_by_name(const Value& form) {
  if (!form.IsObject()) return false;
  for (const auto& property : form.GetObject())
    require_understood(property.value);
  return true;
}
bool one_schema(const Value& form) {
  require_understood(form);
  return true;
}
bool list_of_schemas(const Value& form) {
  return is_list_of(form, one_schema);
}
bool list_of_names(const Value& form) {
  return is_list_of(form, [](const Value& name) { return name.IsString(); });
}
bool list_of_values(const Value& form) {
  return is_list_of(form, [](const Value&) { return true; });
}
bool a_boolean(const Value& form) {
  return form.IsBool();
}
bool a_number(const Value& form) {
  return form.IsNumber();
}
bool a_count(const Value& form) {
  return form.IsUint64();
}
bool anything(const Value&) {
  return true;
}

// ---- what a keyword demands --------------------------------------------------------------------

/// `rule` is the keyword's value, `schema` the schema it stands in.
using Check = void (*)(Validation&, const Value& rule, const Value& schema, const Value& value);

bool names(const Value& list, std::string_view name) {
  return std::any_of(list.Begin(), list.End(),
                     [&](const Value& entry) { return json::text(entry) == name; });
}

void check_properties(Validation& out, const Value& rule, const Value& schema, const Value& value) {
  if (!value.IsObject()) return;
  const Value* required = json::find(schema, "required");
  for (const auto& property : rule.GetObject()) {
    const std::string_view name = json::text(property.name);
    const Value* member = json::find(value, name);
    if (member == nullptr) continue;
    out.enter(std::string(name));
    out.check(property.value, *member, required == nullptr || !names(*required, name));
    out.leave();
  }
}

void check_required(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsObject()) return;
  for (const Value& name : rule.GetArray()) {
    if (json::find(value, json::text(name)) != nullptr) continue;
    out.enter(std::string(json::text(name)));
    out.report(Problem::kMissing, "is required");
    out.leave();
  }
}

void check_additional(Validation& out, const Value& rule, const Value& schema, const Value& value) {
  if (rule.GetBool() || !value.IsObject()) return;
  const Value* properties = json::find(schema, "properties");
  for (const auto& member : value.GetObject()) {
    const std::string_view name = json::text(member.name);
    if (properties != nullptr && json::find(*properties, name) != nullptr) continue;
    out.enter(std::string(name));
    out.report(Problem::kUnknown, "is not known here");
    out.leave();
  }
}

void check_enum(Validation& out, const Value& rule, const Value&, const Value& value) {
  std::string allowed;
  for (const Value& entry : rule.GetArray()) {
    if (entry == value) return;
    if (!allowed.empty()) allowed += ", ";
    allowed += json::write(entry);
  }
  out.report(Problem::kValue, "must be one of " + allowed);
}

void check_minimum(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsNumber() || value.GetDouble() >= rule.GetDouble()) return;
  out.report(Problem::kValue, "must be at least " + json::write(rule));
}
void check_maximum(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsNumber() || value.GetDouble() <= rule.GetDouble()) return;
  out.report(Problem::kValue, "must be at most " + json::write(rule));
}

std::string amount(const Value& rule, std::string_view unit) {
  return json::write(rule) + " " + std::string(unit) + (rule.GetUint64() == 1 ? "" : "s");
}

void check_minimum_length(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsString() || base::count_code_points(json::text(value)) >= rule.GetUint64()) return;
  out.report(Problem::kValue, "must have at least " + amount(rule, "character"));
}
void check_maximum_length(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsString() || base::count_code_points(json::text(value)) <= rule.GetUint64()) return;
  out.report(Problem::kValue, "must have at most " + amount(rule, "character"));
}
void check_minimum_items(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsArray() || value.Size() >= rule.GetUint64()) return;
  out.report(Problem::kValue, "must hold at least " + amount(rule, "item"));
}
void check_maximum_items(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsArray() || value.Size() <= rule.GetUint64()) return;
  out.report(Problem::kValue, "must hold at most " + amount(rule, "item"));
}

void check_items(Validation& out, const Value& rule, const Value&, const Value& value) {
  if (!value.IsArray()) return;
  for (std::size_t i = 0; i < value.Size(); ++i) {
    out.enter(i);
    out.check(rule, value[static_cast<rapidjson::SizeType>(i)], false);
    out.leave();
  }
}

void check_any_of(Validation& out, const Value& rule, const Value&, const Value& value) {
  const bool any = std::any_of(rule.Begin(), rule.End(), [&](const Value& schema) {
    Validation attempt;
    attempt.check(schema, value, false);
    return attempt.take().count == 0;
  });
  if (!any) out.report(Problem::kValue, "has none of the allowed forms");
}

struct Keyword {
  std::string_view name;
  bool (*has_form)(const Value&);
  Check check;  ///< nullptr: demands nothing by itself
};

constexpr std::array<Keyword, 19> kKeywords = {{
    {"type", type_form, nullptr},
    {"properties", schemas_by_name, check_properties},
    {"required", list_of_names, check_required},
    {"additionalProperties", a_boolean, check_additional},
    {"enum", list_of_values, check_enum},
    {"minimum", a_number, check_minimum},
    {"maximum", a_number, check_maximum},
    {"minLength", a_count, check_minimum_length},
    {"maxLength", a_count, check_maximum_length},
    {"items", one_schema, check_items},
    {"minItems", a_count, check_minimum_items},
    {"maxItems", a_count, check_maximum_items},
    {"anyOf", list_of_schemas, check_any_of},
    {"title", anything, nullptr},
    {"description", anything, nullptr},
    {"default", anything, nullptr},
    {"examples", anything, nullptr},
    {"$schema", anything, nullptr},
    {"$comment", anything, nullptr},
}};

}  // namespace

void require_understood(const Value& schema) {
  if (!schema.IsObject()) throw std::invalid_argument("a schema that is not an object");
  for (const auto& member : schema.GetObject()) {
    const std::string_view name = json::text(member.name);
    const auto* keyword = std::find_if(kKeywords.begin(), kKeywords.end(),
                                       [&](const Keyword& known) { return known.name == name; });
    if (keyword == kKeywords.end() || !keyword->has_form(member.value)) {
      throw std::invalid_argument("schema keyword not understood: " + std::string(name));
    }
  }
}

void Validation::check(const Value& schema, const Value& value, bool optional) {
  const Value* outer = std::exchange(schema_, &schema);
  const bool outer_optional = std::exchange(optional_, optional);
  if (!has_type(schema, value)) {
    report(Problem::kType, "must be " + expected_types(schema));
  } else {
    for (const Keyword& keyword : kKeywords) {
      const Value* rule = keyword.check == nullptr ? nullptr : json::find(schema, keyword.name);
      if (rule != nullptr) keyword.check(*this, *rule, schema, value);
    }
  }
  schema_ = outer;
  optional_ = outer_optional;
}

void Validation::report(Problem problem, std::string message) {
  ++findings_.count;
  if (findings_.issues.size() >= kMaximumIssues) return;
  findings_.issues.push_back({problem, path_, std::move(message), schema_, optional_});
}

}  // namespace mcp
