#include "tests/mcpd/transcript.h"

#include <doctest/doctest.h>

namespace {

void play_file(const std::string& name) {
  const auto cases = testing::read_transcripts(TEST_DATA "/mcp/" + name);
  REQUIRE(!cases.empty());
  for (const testing::Transcript& transcript : cases) {
    INFO(name << ": " << transcript.name);
    CHECK(testing::play(transcript) == "");
  }
}

TEST_CASE("what counts as a message, and which malformed ones are answered") {
  play_file("messages.txt");
}

TEST_CASE("opening a session in either era") {
  play_file("opening.txt");
}

TEST_CASE("lists") {
  play_file("lists.txt");
}

TEST_CASE("tool calls") {
  play_file("calls.txt");
}

TEST_CASE("resources and completions") {
  play_file("resources.txt");
}

TEST_CASE("log records, progress, cancellation and subscriptions") {
  play_file("running.txt");
}

}  // namespace
