/// An MCP server over stdio that serves the sample registry, for tests that need a process.

#include <cstdio>

#include "mcpd/mcp/serve.h"
#include "tests/mcpd/sample_registry.h"

int main() {
  mcp::StandardStreams streams = mcp::StandardStreams::claim();
  std::puts("a library that prints");
  std::fflush(stdout);
  const base::Log log = base::Log(2, base::Level::kInfo, "").lossy();
  const mcp::Registry registry = testing::sample_registry();
  mcp::ServeSettings settings;
  settings.at_end = [&log] { log.notice("the session is over"); };
  return mcp::serve_stdio(std::move(streams), registry, log, settings);
}
