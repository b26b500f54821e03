#include "common/http/client.h"

#include <condition_variable>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/common/http/loopback_server.h"

using testing::always;
using testing::Conversation;
using testing::http_answer;
using testing::LoopbackServer;

namespace {

http::Request request_for(std::string url) {
  http::Request request;
  request.url = std::move(url);
  request.accept = "application/xml";
  request.timeout = std::chrono::seconds(20);
  request.max_body_bytes = 1UL << 20;
  return request;
}

http::Response get(http::Client& client, const http::Request& request) {
  return client.get(request, base::Deadline::never(), {});
}

http::Client test_client() {
  return http::Client({"test/1 (+x@example.org)", "", ""});
}

}  // namespace

TEST_CASE("a Retry-After that says nothing is none") {
  for (const char* header : {"Retry-After:\r\n", "Retry-After: \t \r\n"}) {
    LoopbackServer server([&](Conversation& conversation) {
      while (conversation.read_head())
        conversation.send(http_answer(429, header, ""));
    });
    http::Client client = test_client();
    CHECK(get(client, request_for(server.url())).retry_after.empty());
  }
}

TEST_CASE("one GET carries what identifies us and returns the whole answer") {
  std::mutex mutex;
  std::string head;
  LoopbackServer server([&](Conversation& conversation) {
    while (const auto received = conversation.read_head()) {
      const std::lock_guard lock(mutex);
      head = *received;
      conversation.send(http_answer(
          503, "Content-Type: Text/XML; charset=UTF-8\r\nRetry-After: 17\r\n", "<down/>"));
    }
  });
  http::Client client = test_client();
  const http::Response response = get(client, request_for(server.url("/oai?verb=Identify")));
  CHECK(response.status == 503);
  CHECK(response.content_type == "text/xml; charset=utf-8");
  CHECK(response.retry_after == "17");
  CHECK(response.body == "<down/>");
  CHECK(response.effective_url == server.url("/oai?verb=Identify"));
  const std::lock_guard lock(mutex);
  CHECK(head.starts_with("GET /oai?verb=Identify HTTP/1.1\r\n"));
  CHECK(head.find("\r\nUser-Agent: test/1 (+x@example.org)\r\n") != std::string::npos);
  CHECK(head.find("\r\nAccept: application/xml\r\n") != std::string::npos);
  CHECK(head.find("\r\nAccept-Encoding: ") != std::string::npos);
}

TEST_CASE("a connection is kept for the next request") {
  LoopbackServer server(always(http_answer(200, "", "x")));
  http::Client client = test_client();
  for (int i = 0; i < 5; ++i)
    CHECK(get(client, request_for(server.url())).body == "x");
  CHECK(server.connections() == 1);
}

TEST_CASE("a kept connection that the server has closed is replaced unseen") {
  LoopbackServer server([](Conversation& conversation) {
    if (conversation.read_head()) conversation.send(http_answer(200, "", "x"));
  });
  http::Client client = test_client();
  for (int i = 0; i < 3; ++i)
    CHECK(get(client, request_for(server.url())).body == "x");
  CHECK(server.connections() == 3);
}

TEST_CASE("a request to be sent once is sent once, to redirects and kept connections too") {
  std::mutex mutex;
  std::vector<std::string> heads;
  LoopbackServer server([&](Conversation& conversation) {
    while (const auto head = conversation.read_head()) {
      const std::lock_guard lock(mutex);
      heads.push_back(head->substr(0, head->find(" HTTP")));
      if (head->starts_with("GET /close")) return;
      conversation.send(head->starts_with("GET /moved")
                            ? http_answer(302, "Location: /here\r\n", "")
                            : http_answer(200, "", "x"));
    }
  });
  http::Client client = test_client();
  const auto ask = [&](std::string_view path) {
    http::Request request = request_for(server.url(path));
    request.send_once = true;
    return get(client, request);
  };
  CHECK(ask("/moved").body == "x");
  try {
    ask("/close");
    FAIL_CHECK("answered");
  } catch (const base::Fault& fault) {
    CHECK(fault.code() == base::Code::kServiceUnavailable);
    CHECK(fault.message() ==
          "The request to 127.0.0.1 failed: it closed the connection without an answer.");
  }
  CHECK(ask("/again").body == "x");
  CHECK_THROWS_AS(get(client, request_for(server.url("/close"))), base::Fault);
  const std::lock_guard lock(mutex);
  CHECK(heads == std::vector<std::string>{"GET /moved", "GET /here", "GET /close", "GET /again",
                                          "GET /close", "GET /close"});
}

TEST_CASE("values of one answer do not leak into the next") {
  LoopbackServer server([](Conversation& conversation) {
    if (conversation.read_head()) {
      conversation.send(http_answer(429, "Retry-After: 9\r\nContent-Type: a/b\r\n", "first"));
    }
    if (conversation.read_head()) conversation.send(http_answer(200, "", ""));
  });
  http::Client client = test_client();
  CHECK(get(client, request_for(server.url())).retry_after == "9");
  const http::Response second = get(client, request_for(server.url()));
  CHECK(second.status == 200);
  CHECK(second.retry_after.empty());
  CHECK(second.content_type.empty());
  CHECK(second.body.empty());
}

TEST_CASE("threads share a client, each with its own connection while it waits") {
  constexpr int kThreads = 8;
  std::mutex mutex;
  std::condition_variable all_in;
  int waiting = 0;
  LoopbackServer server([&](Conversation& conversation) {
    if (!conversation.read_head()) return;
    std::unique_lock lock(mutex);
    ++waiting;
    all_in.notify_all();
    all_in.wait(lock, [&] { return waiting == kThreads; });
    lock.unlock();
    conversation.send(http_answer(200, "", "together"));
  });
  http::Client client = test_client();
  std::vector<std::string> bodies(kThreads);
  {
    std::vector<std::jthread> threads;
    threads.reserve(bodies.size());
    for (std::string& body : bodies) {
      threads.emplace_back([&] { body = get(client, request_for(server.url())).body; });
    }
  }
  for (const std::string& body : bodies)
    CHECK(body == "together");
}

TEST_CASE("redirects are followed to the web alone, five times, or not at all") {
  LoopbackServer target(always(http_answer(200, "", "arrived")));
  const auto redirect_to = [](const std::string& where) {
    return always(http_answer(302, "Location: " + where + "\r\n", ""));
  };
  http::Client client = test_client();

  SUBCASE("followed, and the effective address is the last one") {
    LoopbackServer server(redirect_to(target.url("/there")));
    const http::Response response = get(client, request_for(server.url("/here")));
    CHECK(response.status == 200);
    CHECK(response.body == "arrived");
    CHECK(response.effective_url == target.url("/there"));
  }
  SUBCASE("given back when they are off") {
    LoopbackServer server(redirect_to(target.url("/there")));
    http::Request request = request_for(server.url("/here"));
    request.follow_redirects = false;
    const http::Response response = get(client, request);
    CHECK(response.status == 302);
    CHECK(response.effective_url == server.url("/here"));
    CHECK(target.connections() == 0);
  }
  SUBCASE("a circle ends") {
    LoopbackServer server(redirect_to("/again"));
    CHECK_THROWS_AS(get(client, request_for(server.url())), base::Fault);
    try {
      get(client, request_for(server.url()));
    } catch (const base::Fault& fault) {
      CHECK(fault.code() == base::Code::kSerialization);
    }
  }
  SUBCASE("other protocols are refused") {
    for (const std::string where :
         {"file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1/"}) {
      CAPTURE(where);
      LoopbackServer server(redirect_to(where));
      try {
        get(client, request_for(server.url()));
        FAIL("not refused");
      } catch (const base::Fault& fault) {
        CHECK(fault.code() == base::Code::kSerialization);
        CHECK(fault.message().find("127.0.0.1 redirects") == 0);
      }
    }
  }
}

TEST_CASE("chunked bodies arrive whole") {
  LoopbackServer server(always(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"));
  http::Client client = test_client();
  CHECK(get(client, request_for(server.url())).body == "abcde");
}

TEST_CASE("a proxy set by the operator is used") {
  LoopbackServer proxy([](Conversation& conversation) {
    const auto head = conversation.read_head();
    if (head) conversation.send(http_answer(200, "", head->substr(0, head->find("\r\n"))));
  });
  http::Client client({"test/1", proxy.url(""), ""});
  CHECK(get(client, request_for("http://export.invalid/oai")).body ==
        "GET http://export.invalid/oai HTTP/1.1");
}
