#include "mcpd/mcp/arguments.h"

#include <doctest/doctest.h>

#include "common/base/text.h"
#include "tests/support/temp_dir.h"

namespace {

using mcp::Admission;
using mcp::Schema;
using mcp::Tool;

constexpr std::string_view kSchema = R"({"type":"object","properties":{
    "query":{"type":"string","minLength":1},
    "max_results":{"type":"integer","minimum":1,"maximum":100,"default":10},
    "limit":{"type":["integer","null"],"minimum":1},
    "score":{"type":"number"},
    "full":{"type":"boolean","default":false},
    "ids":{"type":"array","items":{"type":"string","minLength":1},"maxItems":3},
    "numbers":{"type":"array","items":{"type":"integer"}},
    "filter":{"type":"object","properties":{"year":{"type":"integer"}}}},
    "required":["query"],"additionalProperties":false})";

Tool tool() {
  Tool result;
  result.name = "find";
  result.input_schema = kSchema;
  result.aliases = {{"q", "query"}, {"id", "ids"}, {"paper_id", "ids"}};
  return result;
}

json::Document parse(std::string_view text) {
  auto document = json::parse(std::string(text));
  REQUIRE(document);
  return std::move(*document);
}

/// The admitted arguments as JSON, or "path message; ..." of the rejection.
std::string outcome(std::string_view arguments) {
  const Tool find = tool();
  const Schema schema(kSchema);
  const Admission admission = mcp::admit(parse(arguments), find, schema);
  if (admission.admitted()) return json::write(admission.arguments);
  const base::Fault fault = mcp::invalid_arguments(find, schema, admission);
  return fault.message();
}

TEST_CASE("arguments are rewritten, validated, repaired or rejected") {
  const std::string rows = testing::read_file(TEST_DATA "/mcp/arguments.tsv");
  int seen = 0;
  for (const std::string_view row : base::split(rows, '\n')) {
    if (row.empty() || row.front() == '#') continue;
    const auto fields = base::split(row, '\t');
    REQUIRE(fields.size() == 2);
    INFO(row);
    CHECK(outcome(fields[0]) == fields[1]);
    ++seen;
  }
  CHECK(seen > 50);
}

TEST_CASE("what was renamed and dropped is kept beside the arguments") {
  const Admission admission =
      mcp::admit(parse(R"({"q":"x","maxResults":5,"_meta":{},"toolCallId":1,"_trace":2})"), tool(),
                 Schema(kSchema));
  CHECK(admission.admitted());
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(admission.rewrites.aliased == Pairs{{"q", "query"}, {"maxResults", "max_results"}});
  CHECK(admission.rewrites.ignored == std::vector<std::string>{"_meta", "toolCallId", "_trace"});
}

TEST_CASE("a key that is dropped at first is read as an alias when nothing else helps") {
  const Admission admission = mcp::admit(parse(R"({"_query":"x"})"), tool(), Schema(kSchema));
  CHECK(admission.admitted());
  CHECK(json::write(admission.arguments) == R"({"query":"x","max_results":10,"full":false})");
}

TEST_CASE("a tool's own preparation comes after renaming and before validation") {
  Tool prepared = tool();
  prepared.prepare = [](json::Document& arguments) {
    json::Value* query = json::find(arguments, "query");
    if (query != nullptr && query->IsNull()) query->SetString("from null");
  };
  const Admission admission = mcp::admit(parse(R"({"q":null})"), prepared, Schema(kSchema));
  CHECK(admission.admitted());
  CHECK(json::text(*json::find(admission.arguments, "query")) == "from null");
}

TEST_CASE("what a repair decodes is prepared as well") {
  Tool prepared = tool();
  int times = 0;
  prepared.prepare = [&times](json::Document& arguments) {
    ++times;
    json::Value* query = json::find(arguments, "query");
    if (query != nullptr && query->IsString()) query->SetString("prepared");
  };
  const Admission admission = mcp::admit(parse(R"({"query":42})"), prepared, Schema(kSchema));
  CHECK(admission.admitted());
  CHECK(times == 2);
  CHECK(json::text(*json::find(admission.arguments, "query")) == "prepared");
}

TEST_CASE("the rejection names the fields, tells at most ten issues and how many there are") {
  std::string many = R"({"query":"x","numbers":[)";
  for (int i = 0; i < 25; ++i)
    many += std::string(i == 0 ? "" : ",") + "\"x\"";
  const Tool find = tool();
  const Schema schema(kSchema);
  const base::Fault fault =
      mcp::invalid_arguments(find, schema, mcp::admit(parse(many + "]}"), find, schema));
  CHECK(fault.code() == base::Code::kInvalidParams);
  CHECK(fault.reason() == "invalid_arguments");
  CHECK(fault.retryable() == false);
  CHECK(std::get<std::vector<base::FaultRecord>>(*fault.find("issues")).size() == 10);
  CHECK(std::get<std::int64_t>(*fault.find("issueCount")) == 25);
  CHECK(fault.message().find("and 15 more.") != std::string::npos);
  CHECK(fault.hint().find("Correct numbers[0], numbers[1], ") == 0);
  CHECK(fault.hint().find("find takes query, max_results, ") != std::string::npos);
}

TEST_CASE("long names are cut") {
  const Tool find = tool();
  const Schema schema(kSchema);
  const std::string key(100000, 'k');
  const base::Fault fault = mcp::invalid_arguments(
      find, schema, mcp::admit(parse(R"({"query":"x",")" + key + "\":1}"), find, schema));
  const auto& issues = std::get<std::vector<base::FaultRecord>>(*fault.find("issues"));
  REQUIRE(issues.size() == 1);
  CHECK(issues[0][0].second == std::string(1024, 'k'));
  CHECK(fault.message().size() < 1200);
}

TEST_CASE("many spellings of one key are read in one pass") {
  std::string text = R"({"query":"x")";
  for (int i = 0; i < 6000; ++i)
    text += ",\"" + std::string(static_cast<std::size_t>(i % 60), '-') + "Query" +
            std::string(static_cast<std::size_t>(i / 60), '_') + "\":1";
  const Admission admission = mcp::admit(parse(text + "}"), tool(), Schema(kSchema));
  CHECK(admission.findings.count == 6000);
}

}  // namespace
