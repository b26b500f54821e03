#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace {

using testing::at;
using testing::find_at;
using testing::holds;
using testing::McpdSetting;
using testing::ProcessResult;
using testing::text_at;
using testing::ToolAnswer;
using Environment = McpdSetting::Environment;

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

std::string uri_params(std::string_view uri) {
  return "{\"uri\":\"" + std::string(uri) + "\"}";
}

TEST_CASE("decision 8: tools/list stays small, in both eras") {
  McpdSetting setting;
  const json::Document legacy = setting.client.request("tools/list");
  std::size_t advertised = 0;
  for (const json::Value& tool : at(legacy, "/tools").GetArray()) {
    advertised += text_at(tool, "/name").size() + text_at(tool, "/description").size() +
                  json::write(at(tool, "/inputSchema")).size();
    CHECK(at(tool, "/annotations/readOnlyHint").GetBool());
  }
  CHECK(advertised < 5'000);
  CHECK(json::write(legacy).size() < 11'000);
  setting.client.be_modern();
  CHECK(json::write(setting.client.request("tools/list")).size() < 11'000);
}

TEST_CASE("item 121: a rejected argument is a tool result, before any request") {
  McpdSetting setting;
  for (const char* arguments : {R"({})", R"({"paper_ids":[]})", R"({"paper_ids":[1.5]})",
                                R"({"paper_ids":["2402.20001"],"extra":1})"}) {
    CAPTURE(arguments);
    const ToolAnswer answer = setting.client.call_tool("arxiv_get_metadata", arguments);
    CHECK(answer.is_error);
    CHECK(answer.code() == -32602);
    CHECK(answer.reason() == "invalid_arguments");
  }
  CHECK(setting.arxiv.log().empty());
}

TEST_CASE("items 122 and 123: the request's id and the advice in data, text and log") {
  McpdSetting setting;
  const std::pair<const char*, const char*> kFailures[] = {
      {"arxiv_get_metadata", R"({"paper_ids":["nonsense"]})"},
      {"arxiv_get_metadata", R"({"paper_ids":["2403.00001"]})"},
      {"arxiv_get_metadata", R"({})"},
      {"arxiv_search_papers", R"({"query":"graph","category":"cs.LB"})"},
      {"arxiv_search_papers", R"({"query":"ti:"})"},
      {"arxiv_read_paper", R"({"paper_id":"2401.10001","section":"nonsense"})"},
      {"arxiv_read_paper", R"({"paper_id":"nonsense"})"},
  };
  for (const auto& [tool, arguments] : kFailures) {
    CAPTURE(arguments);
    const ToolAnswer answer = setting.client.call_tool(tool, arguments);
    REQUIRE(answer.is_error);
    const std::string id = text_at(answer.structured, "/error/data/requestId");
    const std::string hint = text_at(answer.structured, "/error/data/recovery/hint");
    const std::string text = answer.text();
    CHECK(text.starts_with("Error: " + text_at(answer.structured, "/error/message")));
    CHECK(text.ends_with("request " + id + ")"));
    CHECK(holds(text, "(reason " + answer.reason()));
    CHECK_FALSE(hint.empty());
    CHECK(occurrences(text, hint) == 1);
    CHECK(setting.client.process().wait_for_stderr("request " + id));
  }
}

TEST_CASE("item 124: failures of resources are JSON-RPC errors, by era") {
  const struct {
    const char* uri;
    const char* reason;
    std::int64_t code;
  } kFailures[] = {
      {"arxiv://paper/2403.00001", "no_match", -32001},
      {"arxiv://paper/nonsense", "invalid_id", -32007},
      {"arxiv://paper/%20%20%20", "invalid_id", -32007},
  };
  McpdSetting setting;
  for (const auto& failure : kFailures) {
    CAPTURE(failure.uri);
    const json::Document answer = setting.client.respond("resources/read", uri_params(failure.uri));
    CHECK(at(answer, "/error/code").GetInt() == failure.code);
    CHECK(text_at(answer, "/error/data/reason") == failure.reason);
    CHECK_FALSE(text_at(answer, "/error/data/requestId").empty());
    CHECK_FALSE(text_at(answer, "/error/data/recovery/hint").empty());
  }
  setting.client.be_modern();
  for (const auto& failure : kFailures) {
    CAPTURE(failure.uri);
    const json::Document answer = setting.client.respond("resources/read", uri_params(failure.uri));
    CHECK(at(answer, "/error/code").GetInt() == -32602);
    CHECK(at(answer, "/error/data/code").GetInt() == failure.code);
  }
}

TEST_CASE("decision 49 in the resource: a pin the mirror cannot serve") {
  McpdSetting setting(Environment{{"ARXIV_MIRROR_FALLBACK_LIVE", "false"}});
  const json::Document answer =
      setting.client.respond("resources/read", uri_params("arxiv://paper/2401.10001v1"));
  CHECK(text_at(answer, "/error/data/reason") == "version_unavailable");
  CHECK(at(answer, "/error/code").GetInt() == -32000);
}

TEST_CASE("the paper resource reads from the mirror and live, plain and percent-encoded") {
  McpdSetting setting;
  const char* kUris[] = {"arxiv://paper/hep-th/9901001", "arxiv://paper/hep-th%2F9901001",
                         "arxiv://paper/hep-th%2F9901001v2"};
  for (const char* uri : kUris) {
    const json::Document answer = setting.client.request("resources/read", uri_params(uri));
    CHECK(text_at(answer, "/contents/0/uri") == uri);
    CHECK(text_at(answer, "/contents/0/mimeType") == "application/json");
    const std::string text = text_at(answer, "/contents/0/text");
    CHECK(text.starts_with("{\n  \"id\": \"hep-th/9901001v2\",\n"));
    CHECK(json::parse(text).has_value());
  }
  CHECK(setting.arxiv.log().empty());
  const json::Document live =
      setting.client.request("resources/read", uri_params("arxiv://paper/2402.20001v1"));
  CHECK(holds(text_at(live, "/contents/0/text"), "\"id\": \"2402.20001v1\""));
  CHECK(setting.asked() == std::vector<std::string>{"2402.20001v1"});
}

TEST_CASE("the fixed resources, and completion from the mirror") {
  McpdSetting setting;
  const json::Document list = setting.client.request("resources/list");
  CHECK(text_at(list, "/resources/0/uri") == "arxiv://categories");
  CHECK(text_at(list, "/resources/1/uri") == "skill://arxiv-guide/SKILL.md");
  CHECK(text_at(list, "/resources/1/mimeType") == "text/markdown");
  const json::Document guide =
      setting.client.request("resources/read", uri_params("skill://arxiv-guide/SKILL.md"));
  CHECK(text_at(guide, "/contents/0/text").starts_with("---\nname: arxiv-guide\n"));
  const json::Document templates = setting.client.request("resources/templates/list");
  CHECK(text_at(templates, "/resourceTemplates/0/uriTemplate") == "arxiv://paper/{paperId}");
  const json::Document completion = setting.client.request(
      "completion/complete", R"({"ref":{"type":"ref/resource","uri":"arxiv://paper/{paperId}"},)"
                             R"("argument":{"name":"paperId","value":"2401.1"}})");
  CHECK(json::write(at(completion, "/completion/values")) == R"(["2401.10001","2401.10002"])");
}

ProcessResult run_mcpd(std::vector<std::string> options, const Environment& environment = {}) {
  options.insert(options.begin(), testing::program("mcpd"));
  return testing::run({options, environment});
}

TEST_CASE("the command line: version, help, usage and settings") {
  const ProcessResult version = run_mcpd({"--version"});
  CHECK(version.status == 0);
  CHECK(version.out == "mcpd " ARXIV_MIRROR_VERSION "\n");
  const ProcessResult help = run_mcpd({"--help"});
  CHECK(help.status == 0);
  CHECK(holds(help.out, "ARXIV_MIRROR_PATH"));
  const ProcessResult usage = run_mcpd({"--no-such-option"});
  CHECK(usage.status == 64);
  CHECK(usage.out.empty());
  CHECK(holds(usage.err, "--no-such-option"));
  const std::pair<const char*, const char*> kBad[] = {{"ARXIV_API_TIMEOUT_MS", "soon"},
                                                      {"ARXIV_MIRROR_ENABLED", "maybe"},
                                                      {"ARXIV_API_BASE_URL", "ftp://x"},
                                                      {"MCP_LOG_LEVEL", "loud"},
                                                      {"MCP_TRANSPORT_TYPE", "carrier-pigeon"}};
  for (const auto& [variable, value] : kBad) {
    CAPTURE(variable);
    const ProcessResult bad = run_mcpd({}, {{variable, value}});
    CHECK(bad.status == 78);
    CHECK(bad.out.empty());
    CHECK(bad.err.starts_with("mcpd: " + std::string(variable) + ": "));
    CHECK(occurrences(bad.err, "\n") == 1);
  }
  CHECK(run_mcpd({}, {{"ARXIV_API_TIMEOUT_MS", "${TIMEOUT}"}}).status == 0);
}

}  // namespace
