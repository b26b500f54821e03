#include "mcpd/mcp/schema.h"

#include <stdexcept>

#include <doctest/doctest.h>

#include "common/base/text.h"
#include "tests/support/temp_dir.h"

namespace {

using mcp::Findings;
using mcp::Schema;

/// "path: message; path: message", in order.
std::string told(const Findings& findings) {
  std::string text;
  for (const mcp::Issue& issue : findings.issues) {
    if (!text.empty()) text += "; ";
    text += mcp::to_text(issue.path) + ": " + issue.message;
  }
  return text;
}

json::Document parse(std::string_view text) {
  auto document = json::parse(std::string(text));
  REQUIRE(document);
  return std::move(*document);
}

TEST_CASE("what fails, and what is said of it") {
  const std::string rows = testing::read_file(TEST_DATA "/mcp/schemas.tsv");
  int seen = 0;
  for (const std::string_view row : base::split(rows, '\n')) {
    if (row.empty() || row.front() == '#') continue;
    const auto fields = base::split(row, '\t');
    REQUIRE(fields.size() == 3);
    INFO(row);
    CHECK(told(Schema(fields[0]).validate(parse(fields[1]))) == fields[2]);
    ++seen;
  }
  CHECK(seen > 40);
}

TEST_CASE("a schema that would admit more than it says is refused") {
  for (const char* text : {
           R"({"type":"text"})",
           R"({"type":[]})",
           R"({"type":5})",
           R"({"type":"string","pattern":"a+"})",
           R"({"type":"string","format":"date"})",
           R"({"type":"array","uniqueItems":true})",
           R"({"type":"number","exclusiveMinimum":0})",
           R"({"$ref":"#/a"})",
           R"({"oneOf":[{"type":"string"}]})",
           R"({"properties":{"a":{"const":1}}})",
           R"({"properties":{"a":true}})",
           R"({"properties":[]})",
           R"({"items":[{"type":"string"}]})",
           R"({"items":{"not":{}}})",
           R"({"anyOf":[]})",
           R"({"anyOf":[{"if":{}}]})",
           R"({"required":"a"})",
           R"({"required":[1]})",
           R"({"additionalProperties":{"type":"string"}})",
           R"({"enum":[]})",
           R"({"minimum":"1"})",
           R"({"minLength":-1})",
           R"({"maxItems":1.5})",
           R"(true)",
           R"([])",
           R"({)",
       }) {
    INFO(text);
    CHECK_THROWS_AS(Schema{text}, std::invalid_argument);
  }
}

TEST_CASE("a valid value gets the defaults, and whole numbers as such") {
  const Schema schema(R"({"type":"object","properties":{
      "a":{"type":"integer","default":7},
      "b":{"type":["integer","null"]},
      "c":{"type":"object","properties":{"d":{"type":"string","default":"x"}}},
      "e":{"type":"array","items":{"type":"integer"}},
      "f":{"type":"number"},
      "g":{"type":["integer","null"],"default":null}}})");
  json::Document value = parse(R"({"b":2.0,"c":{},"e":[1e2,3],"f":2.0})");
  schema.complete(value, value.GetAllocator());
  CHECK(json::write(value) == R"({"b":2,"c":{"d":"x"},"e":[100,3],"f":2.0,"a":7,"g":null})");
}

TEST_CASE("issues tell whether the value may be absent, and which schema failed") {
  const Schema schema(R"({"type":"object","required":["a"],
      "properties":{"a":{"type":"string"},"b":{"type":"boolean"}}})");
  const Findings findings = schema.validate(parse(R"({"a":1,"b":null})"));
  REQUIRE(findings.issues.size() == 2);
  CHECK(!findings.issues[0].optional);
  CHECK(findings.issues[1].optional);
  CHECK(mcp::types_of(*findings.issues[1].schema) == std::vector<std::string_view>{"boolean"});
}

TEST_CASE("a hostile value costs a bounded list of issues, all counted") {
  const Schema schema(R"({"type":"array","items":{"type":"integer"}})");
  json::Document value(rapidjson::kArrayType);
  for (int i = 0; i < 50000; ++i)
    value.PushBack("x", value.GetAllocator());
  const Findings findings = schema.validate(value);
  CHECK(findings.count == 50000);
  CHECK(findings.issues.size() == mcp::kMaximumIssues);
}

TEST_CASE("a schema is published in its shortest writing, its members in order") {
  const Schema schema("{\n  \"type\": \"object\",\n  \"properties\": {\"b\": {}, \"a\": {}}\n}");
  CHECK(schema.to_json() == R"({"type":"object","properties":{"b":{},"a":{}}})");
  CHECK(schema.property_names() == std::vector<std::string_view>{"b", "a"});
  CHECK(Schema("{}").property_names().empty());
}

}  // namespace
