#include "mcpd/mcp/serve.h"

#include <csignal>
#include <random>
#include <sys/stat.h>

#include <doctest/doctest.h>

#include "common/base/text.h"
#include "tests/mcpd/pattern.h"
#include "tests/mcpd/rpc_check.h"
#include "tests/support/process.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::Command;
using testing::mismatch;
using testing::Process;
using testing::ProcessResult;

constexpr std::string_view kPing = R"({"jsonrpc":"2.0","id":"p","method":"ping"})";
constexpr std::string_view kPong = R"({"jsonrpc":"2.0","id":"p","result":{}})";
/// What an end may take (decision 15), and what a loaded machine may add to it.
constexpr std::chrono::milliseconds kEnd{1000};
constexpr std::chrono::milliseconds kSlack{1000};

Command server() {
  return {{testing::program("echo_server")}};
}

/// A server behind a shell command, in which `$0` is its path.
Command shell(const std::string& script) {
  return {{"/bin/sh", "-c", script, testing::program("echo_server")}};
}

std::string line(std::string_view text) {
  return std::string(text) + "\n";
}

std::string call(int id, const std::string& tool, const std::string& arguments) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":)" + arguments +
         "}}\n";
}

std::string cancel(int id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
         std::to_string(id) + "}}\n";
}

std::vector<std::string> lines_of(const std::string& out) {
  std::vector<std::string> lines;
  for (const std::string_view text : base::split(out, '\n')) {
    if (!text.empty()) lines.emplace_back(text);
  }
  return lines;
}

void check_protocol(const std::string& out) {
  CHECK((out.empty() || out.back() == '\n'));
  for (const std::string& text : lines_of(out))
    CHECK(testing::rpc_problem(text) == "");
}

/// Ends the server by `end` and checks what every end has in common.
ProcessResult ended(Process& process, const std::function<void()>& end) {
  const auto begun = base::Deadline::Clock::now();
  end();
  ProcessResult result = process.finish();
  CHECK(base::Deadline::Clock::now() - begun < kEnd + kSlack);
  CHECK(result.status == 0);
  check_protocol(result.out);
  const std::size_t at = result.err.find("the session is over");
  CHECK(at != std::string::npos);
  CHECK(result.err.find("the session is over", at + 1) == std::string::npos);
  return result;
}

void wait_until_running(Process& process) {
  process.write(line(kPing));
  CHECK(process.read_line() == kPong);
}

// ---- stdin and stdout --------------------------------------------------------------------------

TEST_CASE("requests with the end of input right behind them are answered") {
  const ProcessResult result = testing::run(
      server(), line(kPing) + call(1, "echo", R"({"text":"x"})") + call(2, "slow", R"({"ms":50})"));
  CHECK(result.status == 0);
  check_protocol(result.out);
  CHECK(lines_of(result.out).size() == 3);
}

TEST_CASE("what a library prints goes to stderr") {
  const ProcessResult result = testing::run(server(), line(kPing));
  CHECK(result.out == line(kPong));
  CHECK(result.err.find("a library that prints") != std::string::npos);
}

TEST_CASE("a request that comes byte by byte, and many at once") {
  Process process(server());
  for (const char byte : line(R"({"jsonrpc":"2.0","id":"é","method":"ping"})"))
    process.write(std::string(1, byte));
  CHECK(process.read_line() == R"({"jsonrpc":"2.0","id":"é","result":{}})");
  std::string many;
  for (int i = 0; i < 2000; ++i)
    many += line(kPing);
  process.write(many);
  for (int i = 0; i < 2000; ++i)
    REQUIRE(process.read_line() == kPong);
}

TEST_CASE("what is not a message is passed over") {
  Process process(server());
  SUBCASE("a line of 20 MiB") {
    process.write(std::string(20UL << 20, 'x') + "\n");
  }
  SUBCASE("100,000 levels, closed") {
    process.write(std::string(100000, '[') + std::string(100000, ']') + "\n");
  }
  SUBCASE("100,000 levels, open") {
    process.write(std::string(100000, '[') + "\n");
  }
  SUBCASE("100,000 levels in a request") {
    process.write(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" +
                  std::string(100000, '{') + "\n");
  }
  SUBCASE("100,000 random bytes") {
    std::mt19937 random(7);
    std::string bytes(100000, ' ');
    for (char& byte : bytes)
      byte = static_cast<char>(random() & 0xFF);
    process.write(bytes + "\n");
  }
  wait_until_running(process);
  CHECK(ended(process, [&] { process.close_stdin(); }).out.empty());
}

TEST_CASE("a request of 2 MiB is served") {
  Process process(server());
  process.write(R"({"jsonrpc":"2.0","id":1,"method":"no/such","params":{"pad":")" +
                std::string(2UL << 20, 'p') + "\"}}\n");
  CHECK(mismatch(R"({"id":1,"error":{"code":-32601}})", process.read_line().value()) == "");
}

TEST_CASE("an answer of 8,000,000 bytes arrives whole") {
  Process process(server());
  process.write(call(1, "large", R"({"bytes":8000000})"));
  const std::string answer = process.read_line().value();
  CHECK(answer.size() > 8000000);
  CHECK(answer.size() < 8388608);
  CHECK(testing::rpc_problem(answer) == "");
}

TEST_CASE("a client that does not read is still heard, and gets everything in the end") {
  const testing::TempDir folder;
  const std::string gate = folder / "gate";
  REQUIRE(::mkfifo(gate.c_str(), 0600) == 0);
  Process process(shell("\"$0\" | { read go < '" + gate + "'; cat; }"));
  for (int i = 1; i <= 6; ++i)
    process.write(call(i, "large", R"({"bytes":1000000})"));
  process.write(call(100, "slow", R"({"ms":60000})"));
  process.write(cancel(100));
  // Nobody reads yet: that the call ends shows that the cancellation was read.
  CHECK(process.wait_for_stderr("cancelled"));
  for (int i = 0; i < 1000; ++i)
    process.write(line(kPing));
  std::ofstream(gate) << "go\n";
  int answers = 0;
  int pongs = 0;
  while (answers < 6 || pongs < 1000) {
    const std::string text = process.read_line().value();
    REQUIRE(testing::rpc_problem(text) == "");
    ++(text == kPong ? pongs : answers);
  }
  ended(process, [&] { process.close_stdin(); });
}

TEST_CASE("a client that closes stdout ends the session") {
  for (const bool busy : {false, true}) {
    Process process(shell("{ \"$0\"; echo \"status $?\" >&2; } | head -n 1"));
    if (busy) process.write(call(1, "slow", R"({"ms":60000})"));
    process.write(line(kPing));  // head ends after the answer
    CHECK(process.wait_for_stderr("status 0"));
    CHECK(process.finish().out == line(kPong));
  }
}

TEST_CASE("streams that are closed from the start") {
  for (const char* script : {"\"$0\" <&-", "\"$0\" >&-", "\"$0\" 2>&-", "\"$0\" <&- >&- 2>&-"}) {
    INFO(script);
    CHECK(testing::run(shell(script), line(kPing)).status == 0);
  }
  CHECK(testing::run(shell("\"$0\" 2>&-"), line(kPing)).out == line(kPong));
}

TEST_CASE("no environment is needed") {
  const Command bare{{"/usr/bin/env", "-i", testing::program("echo_server")}};
  CHECK(testing::run(bare, line(kPing)).out == line(kPong));
}

// ---- ends --------------------------------------------------------------------------------------

TEST_CASE("the end of input") {
  Process process(server());
  wait_until_running(process);
  SUBCASE("with nothing in flight") {
    ended(process, [&] { process.close_stdin(); });
  }
  SUBCASE("in the middle of a line") {
    process.write(kPing);
    CHECK(ended(process, [&] { process.close_stdin(); }).out.empty());
  }
  SUBCASE("with a call in flight, which is cancelled") {
    process.write(call(1, "slow", R"({"ms":60000})"));
    const ProcessResult result = ended(process, [&] { process.close_stdin(); });
    CHECK(result.out.empty());
    CHECK(result.err.find("-32011") != std::string::npos);
  }
  SUBCASE("with a call that nothing ends") {
    process.write(call(1, "stubborn", "{}"));
    CHECK(ended(process, [&] { process.close_stdin(); }).out.empty());
  }
  SUBCASE("with a subscription, which gets its closing result") {
    process.write(line(
        R"({"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{},)"
        R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientCapabilities":{}}}})"));
    process.read_line();
    const ProcessResult result = ended(process, [&] { process.close_stdin(); });
    CHECK(mismatch(R"({"id":7,"result":{"resultType":"complete","_meta":{
                       "io.modelcontextprotocol/subscriptionId":7}}})",
                   result.out) == "");
  }
}

TEST_CASE("a signal") {
  for (const int signal : {SIGTERM, SIGINT}) {
    Process process(server());
    wait_until_running(process);
    SUBCASE("with nothing in flight") {
      ended(process, [&] { process.send_signal(signal); });
    }
    SUBCASE("with calls in flight") {
      process.write(call(1, "slow", R"({"ms":60000})") + call(2, "stubborn", "{}") +
                    call(3, "echo", R"({"text":"x"})"));
      CHECK(mismatch(R"({"id":3,"result":"*"})", process.read_line().value()) == "");
      CHECK(ended(process, [&] { process.send_signal(signal); }).out.empty());
    }
    SUBCASE("twice") {
      process.write(call(1, "stubborn", "{}") + line(kPing));
      process.read_line();
      ended(process, [&] {
        process.send_signal(signal);
        process.send_signal(signal);
      });
    }
  }
}

TEST_CASE("a signal during start-up does no harm") {
  for (int i = 0; i < 20; ++i) {
    Process process(server());
    process.send_signal(SIGTERM);
    const int status = process.finish().status;
    CHECK((status == 0 || status == 128 + SIGTERM));
  }
}

TEST_CASE("a session that does little stays small" * doctest::skip(testing::kSanitized)) {
  Process process(server());
  process.write(call(1, "echo", R"({"text":"x"})"));
  process.read_line();
  const std::string status =
      testing::read_file("/proc/" + std::to_string(process.pid()) + "/status");
  const std::size_t at = status.find("VmHWM:");
  REQUIRE(at != std::string::npos);
  CHECK(std::stol(status.substr(at + 6)) < 12 * 1024);
}

}  // namespace
