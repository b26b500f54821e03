#include "mcpd/live/api_answer.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Fault;

constexpr const char* kUrl = "http://127.0.0.1/api/query?id_list=2401.00001";
constexpr const char* kAtomType = "application/atom+xml; charset=utf-8";

std::string fixture(const std::string& name) {
  return testing::read_file(TEST_DATA "/mcpd/atom/" + name);
}

http::Response response(long status, std::string type, std::string body) {
  http::Response answer;
  answer.status = status;
  answer.content_type = std::move(type);
  answer.body = std::move(body);
  return answer;
}

Fault failure_of(const http::Response& answer) {
  try {
    live::read_answer(answer, kUrl);
  } catch (const Fault& fault) {
    return fault;
  }
  throw std::logic_error("the answer was accepted");
}

TEST_CASE("a feed is read whichever of the XML types it comes as") {
  for (const char* type : {kAtomType, "application/xml", "text/xml; charset=utf-8"}) {
    CAPTURE(type);
    CHECK(live::read_answer(response(200, type, fixture("current.xml")), kUrl).papers.size() == 2);
  }
}

TEST_CASE("failures are told apart in the contract's order") {
  const std::string feed = fixture("current.xml");
  const struct {
    const char* name;
    long status;
    const char* type;
    std::string body;
    Code code;
    const char* reason;
  } kCases[] = {
      {"any 5xx, even with a feed", 500, kAtomType, feed, Code::kServiceUnavailable, ""},
      {"502 with a page", 502, "text/html", "<html/>", Code::kServiceUnavailable, ""},
      {"503 throttle text", 503, "text/plain", "Rate exceeded.", Code::kServiceUnavailable, ""},
      {"429", 429, "text/plain", "", Code::kRateLimited, "rate_limited"},
      {"406", 406, "text/html", "Not Acceptable", Code::kRateLimited, "rate_limited"},
      {"404", 404, "text/html", "gone", Code::kInvalidRequest, "invalid_request"},
      {"a redirect left over", 302, "text/html", "", Code::kInvalidRequest, "invalid_request"},
      {"400 with an error feed", 400, kAtomType, fixture("error.xml"), Code::kInvalidRequest,
       "invalid_request"},
      {"200 with an error feed", 200, kAtomType, fixture("error.xml"), Code::kInvalidRequest,
       "invalid_request"},
      {"empty", 200, kAtomType, "", Code::kServiceUnavailable, ""},
      {"blank", 200, "text/html", " \r\n\t", Code::kServiceUnavailable, ""},
      {"throttle text", 200, "text/plain", "Rate exceeded.", Code::kRateLimited, "rate_limited"},
      {"JSON", 200, "application/json", "{}", Code::kSerialization, ""},
      {"no type", 200, "", feed, Code::kSerialization, ""},
      {"throttle text as XML", 200, "text/xml", "Rate exceeded.", Code::kSerialization, ""},
      {"entries without a version", 200, kAtomType,
       R"(<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2401.00001</id>)"
       "</entry></feed>",
       Code::kSerialization, ""},
      {"no feed", 200, "application/xml", "<html/>", Code::kSerialization, ""},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.name);
    const Fault fault = failure_of(response(row.status, row.type, row.body));
    CHECK(fault.code() == row.code);
    CHECK(fault.reason() == row.reason);
    CHECK(std::get<std::int64_t>(*fault.find("status")) == row.status);
    CHECK(std::get<std::string>(*fault.find("url")) == kUrl);
    CHECK((fault.retryable() == true) == (row.code == Code::kRateLimited));
  }
}

TEST_CASE("an error feed's own words are told, with status 200 as with 400") {
  for (const long status : {200L, 400L}) {
    const Fault fault = failure_of(response(status, kAtomType, fixture("error.xml")));
    CHECK(fault.message() == "arXiv refused the request: incorrect id format for abc");
  }
  CHECK(failure_of(response(403, "text/html", "x")).message() ==
        "arXiv refused the request: status 403");
}

TEST_CASE("the data holds the beginning of the body and the Retry-After as it came") {
  http::Response answer =
      response(429, "text/plain", std::string(400, 'a') + std::string(600, 'b'));
  answer.retry_after = "120";
  const Fault fault = failure_of(answer);
  CHECK(std::get<std::string>(*fault.find("body")) ==
        std::string(400, 'a') + std::string(100, 'b'));
  CHECK(std::get<std::string>(*fault.find("retryAfter")) == "120");
  const Fault bare = failure_of(response(200, "text/html", "\n"));
  CHECK(bare.find("body") == nullptr);
  CHECK(bare.find("retryAfter") == nullptr);
}

TEST_CASE("arXiv's own words are told in one line of bounded length") {
  std::string feed = fixture("error.xml");
  const std::string summary = "incorrect id format for abc";
  feed.replace(feed.find("<summary>") + 9, summary.size(), std::string(100'000, 'x'));
  CHECK(failure_of(response(400, kAtomType, feed)).message() ==
        "arXiv refused the request: " + std::string(300, 'x') + "...");
  http::Response answer = response(200, std::string(5'000, 't'), "x");
  answer.retry_after = std::string(5'000, 'r');
  CHECK(failure_of(answer).message().size() < 500);
  CHECK(std::get<std::string>(*failure_of(answer).find("retryAfter")).size() < 310);
}

TEST_CASE("a body that is no UTF-8 is shown repaired") {
  const Fault fault = failure_of(response(200, "text/html", "caf\xE9"));
  CHECK(std::get<std::string>(*fault.find("body")) == "caf\xEF\xBF\xBD");
}

TEST_CASE("an unexpected type is named") {
  CHECK(failure_of(response(200, "text/html", "x")).message().find("text/html") !=
        std::string::npos);
}

}  // namespace
