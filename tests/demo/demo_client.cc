/// demo_client MCPD MIRROR API-URL: a conversation with mcpd as an agent host would hold it, shown
/// to a person. Ends with status 1 when an answer is not what the demo's corpus must give.

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "common/base/json.h"
#include "common/base/terminal.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mirrorctl/table.h"
#include "tests/support/mcp_client.h"

namespace {

using mirrorctl::Column;
using mirrorctl::Table;

constexpr std::string_view kSearch =
    R"({"query":"ti:\"black holes\" OR abs:wormholes","category":"gr-qc","max_results":8,)"
    R"("sort_by":"updated","submitted_from":"2000-01-01"})";
constexpr std::string_view kLiveSearch = R"({"query":"ti:worm* OR ti:horizon*","max_results":3})";

std::string text_of(const json::Value& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr ? "" : std::string(json::text(*value));
}

std::string joined(const json::Value& list) {
  std::vector<std::string> words;
  for (const json::Value& word : list.GetArray()) {
    words.emplace_back(json::text(word));
  }
  return base::join(words, ", ");
}

/// Prints `table` two cells in, as wide as the terminal.
void print(const Table& table) {
  const std::size_t terminal = base::terminal_width(STDOUT_FILENO);
  const std::string text = table.render(terminal > 40 ? terminal - 2 : 98);
  for (const std::string_view line :
       base::split(std::string_view(text).substr(0, text.size() - 1), '\n')) {
    std::cout << (line.empty() ? "" : "  ") << line << '\n';
  }
  std::cout << std::endl;
}

/// What was asked and how long the answer took.
void print_request(const testing::McpClient& client, std::string_view method,
                   std::string_view params = "") {
  std::cout << "> " << method << (params.empty() ? "" : " ") << params << '\n';
  std::printf("< answered in %.2f ms\n\n", client.latency().count());
  std::fflush(stdout);
}

void show_server(testing::McpClient& client) {
  const json::Document opened = client.open();
  print_request(client, "initialize");
  Table table({{""}, {"", false, true}});
  const json::Value& server = opened["serverInfo"];
  table.add({"Server", text_of(server, "name") + " " + text_of(server, "version")});
  table.add({"Protocol", "MCP " + text_of(opened, "protocolVersion")});
  table.add({"Advice", text_of(opened, "instructions")});
  print(table);
}

void show_tools(testing::McpClient& client) {
  const json::Document list = client.request("tools/list");
  print_request(client, "tools/list");
  Table table({{"Tool"}, {"What it does", false, true}});
  for (const json::Value& tool : list["tools"].GetArray()) {
    const std::string description = text_of(tool, "description");
    table.add({text_of(tool, "name"), description.substr(0, description.find(". ") + 1)});
  }
  print(table);
}

/// The id of the first paper found.
std::string show_search(testing::McpClient& client) {
  const json::Document found = client.call("arxiv_search_papers", kSearch);
  print_request(client, "tools/call arxiv_search_papers", kSearch);
  Table table(
      {{"Id"}, {"Submitted"}, {"Category"}, {"Title", false, true}, {"Authors", false, true}});
  for (const json::Value& paper : found["papers"].GetArray()) {
    const json::Value& authors = paper["authors"];
    const std::string others = authors.Size() > 1 ? " et al." : "";
    table.add({text_of(paper, "id"), text_of(paper, "published").substr(0, 10),
               text_of(paper, "primary_category"), text_of(paper, "title"),
               std::string(json::text(authors[0])) + others});
  }
  print(table);
  std::cout << "  " << found["papers"].Size() << " of " << found["totalFound"].GetInt64()
            << " papers, from the " << text_of(found, "source") << " as of "
            << text_of(found, "asOf") << "\n\n";
  return std::string(json::text(found["papers"][0]["id"]));
}

/// What the mirror does not answer as arXiv would, arXiv answers.
void show_live_search(testing::McpClient& client) {
  const json::Document found = client.call("arxiv_search_papers", kLiveSearch);
  print_request(client, "tools/call arxiv_search_papers", kLiveSearch);
  Table table({{"Id"}, {"Title", false, true}});
  for (const json::Value& paper : found["papers"].GetArray())
    table.add({text_of(paper, "id"), text_of(paper, "title")});
  print(table);
  std::cout << "  " << found["papers"].Size() << " of " << found["totalFound"].GetInt64()
            << " papers, " << text_of(found, "source") << " from the local arXiv, for its reason "
            << text_of(found, "liveReason") << "\n\n";
}

void show_paper(testing::McpClient& client, const std::string& id) {
  const std::string arguments = "{\"paper_ids\":[" + json::Writer().string(id).take() + "]}";
  const json::Document answer = client.call("arxiv_get_metadata", arguments);
  print_request(client, "tools/call arxiv_get_metadata", arguments);
  Table table({{""}, {"", false, true}});
  for (const auto& [name, value] : answer["papers"][0].GetObject()) {
    table.add({name.GetString(), value.IsArray() ? joined(value) : std::string(json::text(value))});
  }
  print(table);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: demo_client MCPD MIRROR API-URL\n";
    return 64;
  }
  try {
    testing::McpClient client({{argv[1], "--mirror", argv[2], "--api-base-url", argv[3]}});
    show_server(client);
    show_tools(client);
    show_paper(client, show_search(client));
    show_live_search(client);
    const int status = client.process().finish().status;
    if (status != 0) throw std::runtime_error("mcpd ended with " + std::to_string(status));
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "demo_client: " << error.what() << '\n';
    return 1;
  }
}
