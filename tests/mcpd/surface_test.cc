#include "mcpd/surface.h"

#include <set>

#include <doctest/doctest.h>

#include "tests/mcpd/surface_setting.h"

namespace {

using testing::holds;

TEST_CASE("decision 8: the tools fit the sizes that agents can afford") {
  const testing::SurfaceSetting setting;
  std::size_t advertised = 0;
  std::size_t everything = 0;
  for (const mcp::Tool& tool : setting.registry().tools) {
    const std::size_t input = mcp::Schema(tool.input_schema).to_json().size();
    const std::size_t output = mcp::Schema(tool.output_schema).to_json().size();
    advertised += tool.name.size() + tool.description.size() + input;
    everything += tool.title.size() + output;
  }
  everything += advertised;
  MESSAGE("names, descriptions and input schemas: " << advertised
                                                    << ", everything: " << everything);
  CHECK(advertised < 5'000);
  CHECK(everything < 10'500);  // the JSON around it takes the rest of 11,000
}

TEST_CASE("the four tools, once each, with strict inputs and outputs that admit a failure") {
  const testing::SurfaceSetting setting;
  std::set<std::string_view> names;
  for (const mcp::Tool& tool : setting.registry().tools) {
    CAPTURE(tool.name);
    names.insert(tool.name);
    const mcp::Schema input(tool.input_schema);
    CHECK_FALSE(json::find(input.root(), "additionalProperties")->GetBool());
    const mcp::Schema output(tool.output_schema);
    CHECK(json::find(output.root(), "required") == nullptr);
    CHECK(output.validate(*json::parse(R"({"error":{"code":-1,"message":"m","data":{}}})")).count ==
          0);
    CHECK(output.validate(*json::parse("{}")).count > 0);
    for (const mcp::Alias& alias : tool.aliases) {
      CHECK(json::find(*json::find(input.root(), "properties"), alias.to) != nullptr);
      CHECK(json::find(*json::find(input.root(), "properties"), alias.from) == nullptr);
    }
  }
  CHECK(names == std::set<std::string_view>{"arxiv_search_papers", "arxiv_get_metadata",
                                            "arxiv_read_paper", "arxiv_list_categories"});
}

TEST_CASE("every answer is valid against its tool's own output schema") {
  const testing::SurfaceSetting setting;
  const std::pair<const char*, const char*> kCalls[] = {
      {"arxiv_list_categories", "{}"},
      {"arxiv_list_categories", R"({"group":"q-bio"})"},
      {"arxiv_get_metadata", R"({"paper_ids":["2401.00001","bad","2401.99999","2401.00002v7"]})"},
      {"arxiv_search_papers", R"({"query":"graph","max_results":1})"},
      {"arxiv_search_papers", R"({"query":"nothingmatchesthis"})"},
      {"arxiv_search_papers", R"({"query":"graph","start":9000})"},
  };
  for (const auto& [name, arguments] : kCalls) {
    CAPTURE(arguments);
    const mcp::ToolResult result = setting.call(name, arguments);
    REQUIRE_FALSE(result.texts.empty());
    for (const std::string& text : result.texts)
      CHECK_FALSE(text.empty());
    const auto structured = json::parse(result.structured);
    REQUIRE(structured);
    CHECK(mcp::Schema(setting.tool(name).output_schema).validate(*structured).count == 0);
  }
}

TEST_CASE("the server introduces itself") {
  const testing::SurfaceSetting setting;
  const mcp::Registry& registry = setting.registry();
  CHECK(registry.server_name == "arxiv-mirror");
  CHECK(registry.server_version == ARXIV_MIRROR_VERSION);
  for (const mcp::Tool& tool : registry.tools)
    CHECK(holds(std::string(registry.instructions), tool.name));
  CHECK(registry.resources.size() == 2);
  REQUIRE(registry.templates.size() == 1);
  CHECK(registry.templates[0].uri_prefix == "arxiv://paper/");
  CHECK(registry.templates[0].variable == "paperId");
}

}  // namespace
