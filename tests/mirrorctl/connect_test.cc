#include "mirrorctl/connect.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "common/base/json.h"

namespace {

using mirrorctl::Server;

const Server kServer = {"/opt/arxiv mirror/bin/mcpd", {"--mirror", "/data/it's \"m\".db"}};

std::string snippet(std::string_view client) {
  for (const mirrorctl::Client& each : mirrorctl::clients()) {
    if (each.name == client) return each.snippet(kServer);
  }
  FAIL("no such client");
  return "";
}

base::ResolvedSettings resolve(const std::map<std::string, std::string>& options,
                               const std::map<std::string, std::string>& variables = {}) {
  return base::resolve_settings(base::kMcpd, options, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST_CASE("a word survives the shell") {
  struct Row {
    const char* word;
    const char* written;
  };
  const Row rows[] = {
      {"", "''"},
      {"plain-1.2/x_y:z=@,%+", "plain-1.2/x_y:z=@,%+"},
      {"two words", "'two words'"},
      {"it's", "'it'\\''s'"},
      {"$HOME", "'$HOME'"},
      {"a;b", "'a;b'"},
      {"~", "'~'"},
      {"*", "'*'"},
      {"\xC3\xA9", "'\xC3\xA9'"},
  };
  for (const Row& row : rows) {
    CHECK(mirrorctl::shell_word(row.word) == row.written);
  }
}

TEST_CASE("clients with a command of their own get its line") {
  const std::string ours = " -- '/opt/arxiv mirror/bin/mcpd' --mirror '/data/it'\\''s \"m\".db'\n";
  CHECK(snippet("claude-code") == "claude mcp add --scope user arxiv-mirror" + ours);
  CHECK(snippet("codex").starts_with("codex mcp add arxiv-mirror" + ours));
}

TEST_CASE("clients with a JSON file get an entry that says the same") {
  struct Row {
    const char* client;
    const char* table;
    bool typed;
  };
  for (const Row& row : {Row{"claude-desktop", "mcpServers", false},
                         Row{"cursor", "mcpServers", false}, Row{"vscode", "servers", true}}) {
    CAPTURE(row.client);
    const auto document = json::parse(snippet(row.client));
    REQUIRE(document);
    const json::Value* table = json::find(*document, row.table);
    REQUIRE(table != nullptr);
    const json::Value* entry = json::find(*table, "arxiv-mirror");
    REQUIRE(entry != nullptr);
    CHECK(json::text((*entry)["command"]) == kServer.program);
    CHECK(json::write((*entry)["args"]) == R"(["--mirror","/data/it's \"m\".db"])");
    CHECK((json::find(*entry, "type") != nullptr) == row.typed);
  }
}

TEST_CASE("Codex can have TOML instead") {
  CHECK(
      snippet("codex").ends_with("[mcp_servers.arxiv-mirror]\n"
                                 "command = \"/opt/arxiv mirror/bin/mcpd\"\n"
                                 "args = [\"--mirror\", \"/data/it's \\\"m\\\".db\"]\n"));
}

TEST_CASE("the mirror is always named, other settings where they differ from the default") {
  using Arguments = std::vector<std::string>;
  CHECK(mirrorctl::server_arguments(resolve({{"--mirror", "/m.db"}})) ==
        Arguments{"--mirror", "/m.db"});
  CHECK(mirrorctl::server_arguments(resolve({}, {{"HOME", "/nowhere/h"}})).front() == "--mirror");
  CHECK(mirrorctl::server_arguments(
            resolve({{"--contact", "me@example.org"}},
                    {{"ARXIV_MIRROR_PATH", "/m/x.db"}, {"ARXIV_REQUEST_DELAY_MS", "5000"}})) ==
        Arguments{"--mirror", "/m/x.db", "--request-delay-ms", "5000", "--contact",
                  "me@example.org"});
}

TEST_CASE("paths are made absolute, since clients start elsewhere") {
  const auto here = std::filesystem::current_path();
  const auto arguments =
      mirrorctl::server_arguments(resolve({{"--mirror", "data/../m.db"}, {"--ca-file", "ca.pem"}}));
  REQUIRE(arguments.size() == 4);
  CHECK(arguments[1] == (here / "m.db").string());
  CHECK(arguments[3] == (here / "ca.pem").string());
}

TEST_CASE("every client has its place in the whole text") {
  std::vector<const mirrorctl::Client*> all;
  for (const mirrorctl::Client& client : mirrorctl::clients()) {
    all.push_back(&client);
  }
  CHECK(all.size() == 5);
  const std::string text = mirrorctl::connect_text(all, kServer);
  std::size_t at = 0;
  for (const mirrorctl::Client* client : all) {
    CAPTURE(client->name);
    const std::size_t title = text.find(std::string(client->title) + ". ", at);
    REQUIRE(title != std::string::npos);
    at = text.find(client->snippet(kServer), title);
    REQUIRE(at != std::string::npos);
  }
  CHECK(mirrorctl::connect_text({all[2]}, kServer) ==
        "Cursor. Add this to ~/.cursor/mcp.json:\n\n" + snippet("cursor"));
}

}  // namespace
