#include <random>

#include <doctest/doctest.h>

#include "tests/mcpd/rpc_check.h"
#include "tests/mcpd/session.h"
#include "tests/mcpd/transcript.h"

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

/// Every line that a client sends in the transcripts, but for those that ask for megabytes.
std::vector<std::string> client_lines() {
  std::vector<std::string> lines;
  for (const char* name : {"messages", "opening", "lists", "calls", "resources", "running"}) {
    for (const auto& transcript :
         testing::read_transcripts(TEST_DATA "/mcp/" + std::string(name) + ".txt")) {
      for (const auto& exchange : transcript.exchanges) {
        if (exchange.input.find("large") == std::string::npos) lines.push_back(exchange.input);
      }
    }
  }
  return lines;
}

/// Pieces that mean something in JSON or to the server.
constexpr std::string_view kPieces[] = {"{",  "}",         "[",           "]",    ",",
                                        ":",  "\"",        "\\",          "null", "1e999",
                                        "-0", "\\u0000",   "\\ud800",     "\xFF", "\xE2\x80\xA8",
                                        "0",  "\"id\":1,", "\"params\":", "2.0",  " "};

std::string mutated(Random& random, const std::vector<std::string>& lines) {
  std::string line = lines[below(random, lines.size())];
  for (std::size_t changes = 1 + below(random, 4); changes > 0 && !line.empty(); --changes) {
    const std::size_t at = below(random, line.size());
    const std::size_t size = 1 + below(random, 12);
    switch (below(random, 6)) {
      case 0:
        line[at] = static_cast<char>(below(random, 256));
        break;
      case 1:
        line.erase(at, size);
        break;
      case 2:
        line.insert(at, line.substr(at, size));
        break;
      case 3:
        line.insert(at, kPieces[below(random, std::size(kPieces))]);
        break;
      case 4:
        line.resize(at);
        break;
      default: {
        const std::string& other = lines[below(random, lines.size())];
        line = line.substr(0, at) + other.substr(below(random, other.size() + 1));
      }
    }
  }
  return line;
}

TEST_CASE("whatever a client sends, what it gets is JSON-RPC, and the session goes on") {
  testing::Gate gate;
  gate.open();
  const auto registry = testing::sample_registry(&gate);
  const std::vector<std::string> lines = client_lines();
  REQUIRE(lines.size() > 150);
  Random random(20260728);
  for (int round = 0; round < 20; ++round) {
    testing::Session session(registry);
    for (int i = 0; i < 250; ++i) {
      const std::string line = mutated(random, lines);
      session.send(line);
      while (const auto answer = session.next()) {
        INFO(line);
        REQUIRE(testing::rpc_problem(*answer) == "");
      }
    }
    session.send(R"({"jsonrpc":"2.0","id":"alive","method":"ping"})");
    CHECK(session.next() == R"({"jsonrpc":"2.0","id":"alive","result":{}})");
  }
}

}  // namespace
