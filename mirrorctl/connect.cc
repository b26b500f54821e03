#include "mirrorctl/connect.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "common/base/json.h"
#include "common/base/text.h"

namespace mirrorctl {
namespace {

constexpr std::string_view kServerName = "arxiv-mirror";

/// A JSON string; TOML's basic strings have the same escapes.
std::string json_string(std::string_view text) {
  return json::Writer().string(text).take();
}

std::string json_list(const std::vector<std::string>& words) {
  std::vector<std::string> items;
  for (const std::string& word : words) {
    items.push_back(json_string(word));
  }
  return "[" + base::join(items, ", ") + "]";
}

/// `add`, the client's own command, with ours behind it.
std::string command_line(std::string_view add, const Server& server) {
  std::string line(add);
  line += ' ';
  line += kServerName;
  line += " -- " + shell_word(server.program);
  for (const std::string& argument : server.arguments) {
    line += ' ' + shell_word(argument);
  }
  return line + "\n";
}

std::string json_entry(std::string_view table, std::string_view first_member,
                       const Server& server) {
  return "{\n  " + json_string(table) + ": {\n    " + json_string(kServerName) + ": {\n" +
         std::string(first_member) + "      \"command\": " + json_string(server.program) +
         ",\n      \"args\": " + json_list(server.arguments) + "\n    }\n  }\n}\n";
}

std::string claude_code(const Server& server) {
  return command_line("claude mcp add --scope user", server);
}

std::string mcp_servers(const Server& server) {
  return json_entry("mcpServers", "", server);
}

std::string vscode(const Server& server) {
  return json_entry("servers", "      \"type\": \"stdio\",\n", server);
}

std::string codex(const Server& server) {
  return command_line("codex mcp add", server) +
         "\nor add to ~/.codex/config.toml:\n\n[mcp_servers." + std::string(kServerName) +
         "]\ncommand = " + json_string(server.program) + "\nargs = " + json_list(server.arguments) +
         "\n";
}

constexpr std::array<Client, 5> kClients = {{
    {"claude-code", "Claude Code", "Run this command:", claude_code},
    {"claude-desktop", "Claude Desktop",
     "Settings > Developer > Edit Config opens claude_desktop_config.json; add this and restart:",
     mcp_servers},
    {"cursor", "Cursor", "Add this to ~/.cursor/mcp.json:", mcp_servers},
    {"vscode", "VS Code",
     "Add this to .vscode/mcp.json, or to the file that \"MCP: Open User Configuration\" opens:",
     vscode},
    {"codex", "Codex", "Run this command,", codex},
}};

}  // namespace

std::vector<std::string> server_arguments(const base::ResolvedSettings& mcpd) {
  std::vector<std::string> arguments;
  for (const base::SettingOrigin& origin : mcpd.origins) {
    const bool always = origin.row->variable == "ARXIV_MIRROR_PATH";
    if (!always && origin.origin == "default") continue;
    arguments.emplace_back(origin.row->option);
    arguments.push_back(origin.row->form == "PATH"
                            ? std::filesystem::absolute(origin.value).lexically_normal().string()
                            : origin.value);
  }
  return arguments;
}

std::span<const Client> clients() {
  return kClients;
}

std::string connect_text(const std::vector<const Client*>& chosen, const Server& server) {
  std::string text;
  for (const Client* client : chosen) {
    if (!text.empty()) text += '\n';
    text += std::string(client->title) + ". " + std::string(client->place) + "\n\n";
    text += client->snippet(server);
  }
  return text;
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain = "+-./:=@_,%";
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return base::is_letter(c) || base::is_digit(c) || kPlain.find(c) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) {
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out + "'";
}

}  // namespace mirrorctl
