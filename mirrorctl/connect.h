#pragma once

/// `mirrorctl connect`: what a person pastes where, so that an MCP client starts mcpd. Pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/settings.h"

namespace mirrorctl {

/// How a client has to start mcpd.
struct Server {
  std::string program;  ///< absolute path
  std::vector<std::string> arguments;
};

/// The mirror's path, made absolute, and each setting of mcpd that is not at its default:
/// clients do not pass the shell's environment on.
std::vector<std::string> server_arguments(const base::ResolvedSettings& mcpd);

/// An MCP client that we know how to configure.
struct Client {
  std::string_view name;   ///< as given on the command line: "claude-code"
  std::string_view title;  ///< "Claude Code"
  std::string_view place;  ///< one sentence: what to do with the snippet
  std::string (*snippet)(const Server& server);
};

std::span<const Client> clients();

/// Title, place and snippet of each of `chosen`.
std::string connect_text(const std::vector<const Client*>& chosen, const Server& server);

/// `word` as one word of a POSIX shell.
std::string shell_word(std::string_view word);

}  // namespace mirrorctl
