#include "mcpd/mcp/server.h"

#include <array>
#include <fcntl.h>
#include <set>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/mcpd/pattern.h"
#include "tests/mcpd/sample_registry.h"
#include "tests/mcpd/session.h"

namespace {

using testing::Gate;
using testing::mismatch;
using testing::sample_registry;
using testing::Session;

std::string call(const std::string& id, const std::string& tool, const std::string& arguments) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool +
         R"(","arguments":)" + arguments + R"(,"_meta":{"progressToken":)" + id + "}}}";
}

std::string cancel(const std::string& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id +
         "}}";
}

std::string ping(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})";
}

std::string listen(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":)" + id +
         R"(,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{)"
         R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
}

std::string next(Session& session) {
  return session.next().value_or("nothing");
}

TEST_CASE("calls run side by side and are answered as they finish, each once") {
  const auto registry = sample_registry();
  Session session(registry);
  std::set<std::int64_t> open;
  for (int i = 0; i < 200; ++i) {
    session.send(call(std::to_string(i), "echo", R"({"text":"x"})"));
    open.insert(i);
  }
  while (!open.empty()) {
    const json::Document answer = session.next_json();
    CHECK(json::find(answer, "result") != nullptr);
    CHECK(open.erase(*json::integer(*json::find(answer, "id"))) == 1);
  }
  CHECK(session.quiet());
}

TEST_CASE("a call that waits its turn never runs once it is cancelled") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  Session session(registry, {.workers = 1});
  session.send(call("1", "slow", "{}"));
  REQUIRE(gate.wait_begun(1));
  session.send(call("2", "slow", "{}"));
  session.send(cancel("2"));
  gate.open();
  CHECK(mismatch(R"({"method":"notifications/progress","params":{"progressToken":1}})",
                 next(session)) == "");
  CHECK(mismatch(R"({"id":1,"result":"*"})", next(session)) == "");
  CHECK(session.quiet());
  CHECK(session.server().wait_for_workers(testing::patience()));
  CHECK(!gate.wait_begun(2, base::Deadline::after(std::chrono::milliseconds(0))));
}

TEST_CASE("nothing is sent for a cancelled call, not even what it had said before") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  Session session(registry);
  session.send(call("1", "slow", "{}"));
  REQUIRE(gate.wait_begun(1));  // its progress waits in the mailbox
  session.send(cancel("1"));
  REQUIRE(gate.wait_ended(1));
  session.send(call("2", "echo", R"({"text":"x"})"));
  CHECK(mismatch(R"({"id":2,"result":"*"})", next(session)) == "");
  CHECK(session.quiet());
}

TEST_CASE("lines that the transport still holds are withdrawn with their call") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  std::vector<std::pair<std::string, std::stop_token>> sent;
  const base::Log log = base::Log::none();
  mcp::Server server(registry, log, [&](std::string line, std::stop_token withdrawn) {
    sent.emplace_back(std::move(line), std::move(withdrawn));
  });
  server.receive(call("1", "slow", "{}"));
  REQUIRE(gate.wait_begun(1));
  server.settle();
  REQUIRE(sent.size() == 1);
  CHECK(!sent[0].second.stop_requested());
  server.receive(cancel("1"));
  CHECK(sent[0].second.stop_requested());
}

TEST_CASE("as many calls may be in flight as the limit says") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  Session session(registry, {.workers = 1, .calls = 3});
  for (const char* id : {"1", "2", "3", "4"})
    session.send(call(id, "slow", "{}"));
  REQUIRE(gate.wait_begun(1));
  std::string refused = next(session);
  if (refused.find("progress") != std::string::npos) refused = next(session);
  CHECK(mismatch(R"({"id":4,"error":{"code":-32603}})", refused) == "");
  session.send(cancel("2"));
  session.send(call("5", "slow", "{}"));
  gate.open();
  std::set<std::int64_t> answered;
  while (const auto line = session.next()) {
    const auto answer = json::parse(*line);
    if (const json::Value* id = json::find(*answer, "id")) answered.insert(*json::integer(*id));
  }
  CHECK(answered == std::set<std::int64_t>{1, 3, 5});
}

TEST_CASE("calls that wait, however many, hold up none that need not") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  Session session(registry);
  constexpr std::size_t kWaiting = 200;
  for (std::size_t i = 1; i <= kWaiting; ++i)
    session.send(call(std::to_string(i), "slow", "{}"));
  REQUIRE(gate.wait_begun(kWaiting));
  session.send(call("9000", "echo", R"({"text":"x"})"));
  std::string line = next(session);
  while (line.find("progress") != std::string::npos)
    line = next(session);
  CHECK(mismatch(R"({"id":9000,"result":"*"})", line) == "");
  gate.open();
}

TEST_CASE("as many subscriptions may be open as the limit says") {
  const auto registry = sample_registry();
  Session session(registry, {.listens = 2});
  for (const char* id : {"1", "2", "3"})
    session.send(listen(id));
  CHECK(mismatch(R"({"method":"notifications/subscriptions/acknowledged"})", next(session)) == "");
  CHECK(mismatch(R"({"method":"notifications/subscriptions/acknowledged"})", next(session)) == "");
  CHECK(mismatch(R"({"id":3,"error":{"code":-32603}})", next(session)) == "");
  session.send(cancel("1"));
  session.send(listen("4"));
  CHECK(mismatch(R"({"method":"notifications/subscriptions/acknowledged"})", next(session)) == "");
  CHECK(session.server().idle());
}

TEST_CASE("the end cancels calls, unanswered, and closes subscriptions") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  Session session(registry, {.workers = 1});
  session.send(listen("\"l\""));
  next(session);
  session.send(call("1", "slow", "{}"));
  session.send(call("2", "slow", "{}"));
  REQUIRE(gate.wait_begun(1));
  session.server().close();
  CHECK(session.server().idle());
  CHECK(session.server().wait_for_workers(testing::patience()));
  CHECK(mismatch(R"({"id":"l","result":{"resultType":"complete","_meta":{
                     "io.modelcontextprotocol/subscriptionId":"l",
                     "io.modelcontextprotocol/serverInfo":{"name":"sample"}}}})",
                 next(session)) == "");
  CHECK(session.quiet());
}

TEST_CASE("a server that ends in the middle of a call waits for the handler alone") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  {
    Session session(registry);
    session.send(call("1", "slow", "{}"));
    session.send(call("2", "slow", "{}"));
    REQUIRE(gate.wait_begun(2));
  }
  CHECK(gate.wait_ended(2));
}

TEST_CASE("what a batch has answered is not lost when the session ends") {
  Gate gate;
  const auto registry = sample_registry(&gate);
  Session session(registry);
  session.open("2025-03-26");
  session.send("[" + ping("1") + "," + call("2", "slow", "{}") + "]");
  REQUIRE(gate.wait_begun(1));
  session.server().close();
  CHECK(mismatch(R"([{"id":1,"result":{}}])", next(session)) == "");
}

TEST_CASE("a long batch is answered whole; one whose answer grows too large says so") {
  const auto registry = sample_registry();
  Session session(registry);
  session.open("2025-03-26");
  std::string pings = ping("0");
  for (int id = 1; id < 2000; ++id)
    pings += "," + ping(std::to_string(id));
  session.send("[" + pings + "]");
  const auto all = json::parse(next(session));
  REQUIRE(all.has_value());
  CHECK(all->Size() == 2000);
  const std::string large = R"({"bytes":4500000})";
  session.send("[" + call("1", "large", large) + "," + call("2", "large", large) + "]");
  const std::string answer = next(session);
  CHECK(answer.size() < mcp::kMaximumLine);
  CHECK(mismatch(R"([{"id":"*","result":"*"},{"id":"*","error":{"code":-32603}}])", answer) == "");
}

TEST_CASE("workers wait while the client does not read, and the session goes on") {
  const auto registry = sample_registry();
  Session session(registry, {.workers = 2, .backlog = 1000});
  session.server().set_backlog(2000);
  session.send(call("1", "echo", R"({"text":"x"})"));
  session.send(call("2", "echo", R"({"text":"x"})"));
  session.send(ping("3"));
  CHECK(mismatch(R"({"id":3})", next(session)) == "");
  session.send(cancel("1"));
  session.server().set_backlog(0);
  CHECK(mismatch(R"({"id":2,"result":"*"})", next(session)) == "");
  CHECK(session.quiet());
}

TEST_CASE("the log and the client are told the same request id; only the log is told the rest") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0);
  const base::UniqueFd read_end(ends[0]);
  const base::UniqueFd write_end(ends[1]);
  const auto registry = sample_registry();
  Session session(registry, {}, base::Log(write_end.get(), base::Level::kDebug, ""));
  session.send(call("1", "fail", R"({"kind":"crash"})"));
  const json::Document answer = session.next_json();
  const json::Value& data = answer["result"]["structuredContent"]["error"]["data"];
  const std::string id(json::text(*json::find(data, "requestId")));
  std::array<char, 4096> buffer{};
  const ssize_t size = ::read(read_end.get(), buffer.data(), buffer.size());
  REQUIRE(size > 0);
  const std::string_view record(buffer.data(), static_cast<std::size_t>(size));
  CHECK(record.find("error request " + id + " fail failed with -32603") != std::string_view::npos);
  CHECK(record.find("/secret/path: SELECT 1") != std::string_view::npos);
  CHECK(json::write(answer).find("secret") == std::string::npos);
}

TEST_CASE("request ids are unique") {
  const auto registry = sample_registry();
  Session session(registry);
  std::set<std::string> ids;
  for (int i = 0; i < 50; ++i) {
    session.send(call(std::to_string(i), "fail", R"({"kind":"plain"})"));
    const json::Document answer = session.next_json();
    ids.emplace(json::text(answer["result"]["structuredContent"]["error"]["data"]["requestId"]));
  }
  CHECK(ids.size() == 50);
}

TEST_CASE("a session of rubbish does not fill the log") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0);
  const base::UniqueFd read_end(ends[0]);
  const base::UniqueFd write_end(ends[1]);
  const auto registry = sample_registry();
  Session session(registry, {}, base::Log(write_end.get(), base::Level::kDebug, ""));
  for (int i = 0; i < 10000; ++i)
    session.send("rubbish");
  std::array<char, 65536> buffer{};
  const ssize_t size = ::read(read_end.get(), buffer.data(), buffer.size());
  CHECK(size > 0);
  CHECK(size < 4096);
}

TEST_CASE("a registry whose schema is not understood is refused at once") {
  auto registry = sample_registry();
  registry.tools[0].input_schema = R"({"type":"object","minProperties":1})";
  CHECK_THROWS_AS(Session{registry}, std::invalid_argument);
}

TEST_CASE("without a template that completes there is no such method or capability") {
  auto registry = sample_registry();
  registry.templates[0].complete = nullptr;
  Session session(registry);
  session.send(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
  CHECK(mismatch(R"({"result":{"capabilities":{"completions":"-"}}})", next(session)) == "");
  session.send(R"({"jsonrpc":"2.0","id":2,"method":"completion/complete","params":{}})");
  CHECK(mismatch(R"({"error":{"code":-32601}})", next(session)) == "");
}

}  // namespace
