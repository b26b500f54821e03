#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/http/client.h"
#include "tests/common/http/loopback_server.h"
#include "tests/support/temp_dir.h"

using base::Code;
using base::Deadline;
using base::Fault;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::always;
using testing::Conversation;
using testing::http_answer;
using testing::LoopbackServer;

namespace {

/// How long a call that has to end at once may take on a loaded machine.
constexpr seconds kAtOnce(5);
constexpr int kBodyLimit = 10000;

http::Request request_for(std::string url, milliseconds timeout = seconds(60)) {
  http::Request request;
  request.url = std::move(url);
  request.timeout = timeout;
  request.max_body_bytes = kBodyLimit;
  return request;
}

/// The fault that the request ends with.
Fault failure(const http::Request& request, Deadline deadline = Deadline::never(),
              const std::stop_token& stop = {}) {
  http::Client client({"test/1", "", ""});
  try {
    client.get(request, deadline, stop);
  } catch (const Fault& fault) {
    return fault;
  }
  return Fault(Code::kInternalError, "", "the request succeeded");
}

/// Sends `bytes`, then nothing until the client leaves.
LoopbackServer::Handler stall_after(std::string bytes) {
  return [bytes = std::move(bytes)](Conversation& conversation) {
    if (!conversation.read_head()) return;
    conversation.send(bytes);
    conversation.wait_for_close();
  };
}

/// Sends `bytes` and closes.
LoopbackServer::Handler drop_after(std::string bytes) {
  return [bytes = std::move(bytes)](Conversation& conversation) {
    if (conversation.read_head()) conversation.send(bytes);
  };
}

/// `count` times the letter x, packed.
std::string packed(int count) {
  return testing::read_file(TEST_DATA "/http/" + std::to_string(count) + "-times-x.gz");
}

const std::string kHalfBody = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";

}  // namespace

TEST_CASE("how each broken exchange is named") {
  const struct {
    std::string_view name;
    LoopbackServer::Handler handler;
    Code code;
    long status;  ///< 0: none in the data
    std::string_view message;
  } rows[] = {
      {"silence", stall_after(""), Code::kTimeout, 0,
       "The request to 127.0.0.1 did not finish within 150 ms."},
      {"half a head", stall_after("HTTP/1.1 200 OK\r\nContent-"), Code::kTimeout, 200,
       "127.0.0.1 answered 200, but the rest did not arrive within 150 ms."},
      {"half a body", stall_after(kHalfBody), Code::kTimeout, 200,
       "127.0.0.1 answered 200, but the rest did not arrive within 150 ms."},
      {"404 whose body stalls", stall_after("HTTP/1.1 404 X\r\nContent-Length: 9\r\n\r\n"),
       Code::kTimeout, 404, "127.0.0.1 answered 404, but the rest did not arrive within 150 ms."},
      {"closed unread", [](Conversation& conversation) { conversation.read_head(); },
       Code::kServiceUnavailable, 0,
       "The request to 127.0.0.1 failed: it closed the connection without an answer."},
      {"dropped body", drop_after(kHalfBody), Code::kServiceUnavailable, 200,
       "127.0.0.1 answered 200, but the rest is missing: the connection broke."},
      {"403 whose body drops", drop_after("HTTP/1.1 403 X\r\nContent-Length: 9\r\n\r\nno"),
       Code::kServiceUnavailable, 403,
       "127.0.0.1 answered 403, but the rest is missing: the connection broke."},
      {"503 whose body drops", drop_after("HTTP/1.1 503 X\r\nContent-Length: 9\r\n\r\n"),
       Code::kServiceUnavailable, 503,
       "127.0.0.1 answered 503, but the rest is missing: the connection broke."},
      {"not HTTP", drop_after("\x16\x03garbage\r\n\r\n"), Code::kServiceUnavailable, 0,
       "The request to 127.0.0.1 failed: it did not answer in HTTP."},
      {"a chunk size that is none",
       drop_after("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
       Code::kServiceUnavailable, 200,
       "127.0.0.1 answered 200, but the rest is missing: the connection broke."},
      {"not gzip", drop_after(http_answer(200, "Content-Encoding: gzip\r\n", "plain text")),
       Code::kServiceUnavailable, 200,
       "127.0.0.1 answered 200, but the rest is missing: its answer could not be decompressed."},
      {"too large", drop_after(http_answer(200, "", std::string(kBodyLimit + 1, 'x'))),
       Code::kSerialization, 200,
       "127.0.0.1 answered 200, but the body is larger than 10000 bytes."},
      {"small when sent, large when unpacked",
       drop_after(http_answer(200, "Content-Encoding: gzip\r\n", packed(5000000))),
       Code::kSerialization, 200,
       "127.0.0.1 answered 200, but the body is larger than 10000 bytes."},
      {"404, too large", drop_after(http_answer(404, "", std::string(kBodyLimit + 1, 'x'))),
       Code::kSerialization, 404,
       "127.0.0.1 answered 404, but the body is larger than 10000 bytes."},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    LoopbackServer server(row.handler);
    const bool stalls = row.code == Code::kTimeout;
    const Fault fault = failure(
        request_for(server.url("/private?token=1"), stalls ? milliseconds(150) : seconds(60)));
    CHECK(fault.code() == row.code);
    CHECK(fault.message() == row.message);
    const base::FaultValue* status = fault.find("status");
    CHECK((status == nullptr ? 0 : std::get<std::int64_t>(*status)) == row.status);
    CHECK(fault.retryable() == (row.status / 100 == 4 ? std::optional<bool>(false) : std::nullopt));
  }
}

TEST_CASE("an answer whose status says all is taken as far as it comes, and soon") {
  const std::string head = "HTTP/1.1 429 X\r\nRetry-After: 9\r\nContent-Length: 9\r\n\r\n";
  const struct {
    std::string_view name;
    LoopbackServer::Handler handler;
    std::string_view body;
  } rows[] = {
      {"whole", drop_after(http_answer(429, "Retry-After: 9\r\n", "slow down")), "slow down"},
      {"no body", stall_after(head), ""},
      {"half a body", stall_after(head + "slow"), "slow"},
      {"a body that drops", drop_after(head + "slow"), "slow"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    LoopbackServer server(row.handler);
    http::Client client({"test/1", "", ""});
    http::Request request = request_for(server.url("/"), seconds(60));
    request.settled_by_status = {406, 429};
    const http::Response response = client.get(request, base::Deadline::never(), {});
    CHECK(response.status == 429);
    CHECK(response.retry_after == "9");
    CHECK(response.body == row.body);
  }
  LoopbackServer other(stall_after("HTTP/1.1 503 X\r\nContent-Length: 9\r\n\r\n"));
  http::Request request = request_for(other.url("/"), milliseconds(150));
  request.settled_by_status = {406, 429};
  CHECK(failure(request).code() == Code::kTimeout);
}

TEST_CASE("a body of exactly the limit is taken, packed too") {
  const std::string body(kBodyLimit, 'x');
  for (const std::string& answer :
       {http_answer(200, "", body),
        http_answer(200, "Content-Encoding: gzip\r\n", packed(kBodyLimit))}) {
    LoopbackServer server(always(answer));
    http::Client client({"test/1", "", ""});
    CHECK(client.get(request_for(server.url()), Deadline::never(), {}).body == body);
  }
}

TEST_CASE("a server that drips does not outlive the timeout") {
  LoopbackServer server([](Conversation& conversation) {
    if (!conversation.read_head()) return;
    conversation.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
    while (!conversation.closes_within(milliseconds(10)))
      conversation.send("x");
  });
  const auto begin = Deadline::Clock::now();
  CHECK(failure(request_for(server.url(), milliseconds(100))).code() == Code::kTimeout);
  CHECK(Deadline::Clock::now() - begin < seconds(2));
}

TEST_CASE("the caller's deadline counts when it is the earlier one") {
  LoopbackServer server(stall_after(""));
  for (const int span : {0, 80}) {
    const Fault fault = failure(request_for(server.url()), Deadline::after(milliseconds(span)));
    CHECK(fault.code() == Code::kTimeout);
    CHECK(fault.message().starts_with("The request to 127.0.0.1 did not finish within "));
  }
}

TEST_CASE("a stop ends the call at once, wherever it waits, and the connection with it") {
  for (const std::string& sent : {std::string(), kHalfBody}) {
    std::promise<void> waiting;
    std::promise<bool> left;
    LoopbackServer server([&](Conversation& conversation) {
      if (!conversation.read_head()) return;
      conversation.send(sent);
      waiting.set_value();
      left.set_value(conversation.wait_for_close());
    });
    std::stop_source source;
    auto call = std::async(std::launch::async, [&] {
      return failure(request_for(server.url()), Deadline::never(), source.get_token());
    });
    waiting.get_future().wait();
    const auto begin = Deadline::Clock::now();
    source.request_stop();
    CHECK(call.get().code() == Code::kCancelled);
    CHECK(left.get_future().get());
    CHECK(Deadline::Clock::now() - begin < kAtOnce);
  }
}

TEST_CASE("a call that was withdrawn before it began sends nothing") {
  LoopbackServer server(always(http_answer(200, "", "")));
  std::stop_source source;
  source.request_stop();
  CHECK(failure(request_for(server.url()), Deadline::never(), source.get_token()).code() ==
        Code::kCancelled);
  CHECK(server.connections() == 0);
}

TEST_CASE("a client is good for further calls after each kind of failure") {
  std::atomic<int> calls = 0;
  LoopbackServer server([&](Conversation& conversation) {
    if (!conversation.read_head()) return;
    const int call = ++calls;
    if (call == 1) return conversation.reset();
    conversation.send(call == 2 ? kHalfBody : http_answer(200, "", "well"));
    if (call == 2) conversation.wait_for_close();
  });
  http::Client client({"test/1", "", ""});
  const auto get = [&](milliseconds timeout) {
    return client.get(request_for(server.url(), timeout), Deadline::never(), {}).body;
  };
  CHECK_THROWS_AS(get(seconds(60)), Fault);
  CHECK_THROWS_AS(get(milliseconds(100)), Fault);
  CHECK(get(seconds(60)) == "well");
}

TEST_CASE("nobody listening, and addresses that are none") {
  std::string closed;
  {
    LoopbackServer server(always(""));
    closed = server.url();
  }
  CHECK(failure(request_for(closed)).message() ==
        "The request to 127.0.0.1 failed: the connection was refused or failed.");
  http::Request named = request_for(closed);
  named.host_name = "the library";
  CHECK(failure(named).message() ==
        "The request to the library failed: the connection was refused or failed.");
  for (const std::string url : {"", "ftp://arxiv.org/", "file:///etc/passwd", "arxiv.org",
                                "http://", "http://a b/", "javascript:http://x"}) {
    CAPTURE(url);
    const Fault fault = failure(request_for(url));
    CHECK(fault.code() == Code::kConfiguration);
    CHECK(fault.message().find("passwd") == std::string::npos);
  }
}

TEST_CASE("a file of certificate authorities that is not there is named as the cause") {
  http::Client client({"test/1", "", "/nonexistent/ca.pem"});
  LoopbackServer server(stall_after(""));
  std::string url = server.url();
  url.insert(4, "s");
  try {
    client.get(request_for(url), Deadline::never(), {});
    FAIL("no failure");
  } catch (const Fault& fault) {
    CHECK(fault.message() ==
          "The request to 127.0.0.1 failed: the file of certificate authorities cannot be read.");
  }
}
