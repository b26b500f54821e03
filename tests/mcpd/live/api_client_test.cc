#include "mcpd/live/api_client.h"

#include <mutex>
#include <thread>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/common/http/loopback_server.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Deadline;
using base::Fault;
using std::chrono::milliseconds;
using testing::http_answer;
using Words = std::vector<std::string>;

std::string feed() {
  return testing::read_file(TEST_DATA "/mcpd/atom/current.xml");
}

std::string good() {
  return http_answer(200, "Content-Type: application/atom+xml\r\n", feed());
}

/// No answer, on a connection that stays open.
constexpr const char* kSilence = "silence";

/// An answer without a body's end: the connection stays open.
std::string stalled(int status) {
  return "HTTP/1.1 " + std::to_string(status) +
         " X\r\nContent-Type: text/plain\r\nRetry-After: 9\r\nContent-Length: 10\r\n\r\nwai";
}

/// arXiv answering by a script, one answer a request; the last one serves for all that follow.
class ScriptedArxiv {
 public:
  explicit ScriptedArxiv(Words answers)
      : answers_(std::move(answers)), server_([this](testing::Conversation& client) {
          while (const auto head = client.read_head()) {
            const std::string answer = next(*head);
            if (answer.empty()) return;
            if (answer != kSilence) client.send(answer);
            if (answer == kSilence || answer.ends_with("wai")) client.wait_for_close();
          }
        }) {}

  std::string base_url() const { return server_.url("/api"); }
  Words heads() const {
    const std::lock_guard lock(mutex_);
    return heads_;
  }
  /// What was asked for, without the address's common beginning.
  Words asked() const {
    Words out;
    for (const std::string& head : heads())
      out.push_back(head.substr(15, head.find(" HTTP") - 15));
    return out;
  }

 private:
  std::string next(const std::string& head) {
    const std::lock_guard lock(mutex_);
    const std::size_t at = std::min(heads_.size(), answers_.size() - 1);
    heads_.push_back(head);
    return answers_[at];
  }

  mutable std::mutex mutex_;
  Words answers_;
  Words heads_;
  testing::LoopbackServer server_;
};

struct Setting {
  explicit Setting(Words answers, milliseconds timeout = std::chrono::seconds(20))
      : arxiv(std::move(answers)), api(http, pacer, {arxiv.base_url(), timeout, milliseconds(1)}) {}

  std::vector<live::Found> look_up(const Words& texts) {
    std::vector<arxiv::PaperId> ids;
    for (const std::string& text : texts)
      ids.push_back(arxiv::parse_paper_id(text).value());
    return api.look_up(ids, {});
  }
  Fault failure_of(const Words& texts = {"2401.00007"}) {
    try {
      look_up(texts);
    } catch (const Fault& fault) {
      return fault;
    }
    throw std::logic_error("the look-up succeeded");
  }

  ScriptedArxiv arxiv;
  http::Client http{{"test/1 (+x@example.org)", "", ""}};
  pacing::Pacer pacer{{"API", milliseconds(0)}};
  live::ApiClient api;
};

std::int64_t number(const Fault& fault, std::string_view name) {
  return std::get<std::int64_t>(*fault.find(name));
}

TEST_CASE("a request names the program and the form of answer it wants") {
  Setting setting({good()});
  CHECK(setting.look_up({"2401.00007"})[0].paper->id == "2401.00007v3");
  const std::string head = setting.arxiv.heads().at(0);
  CHECK(head.starts_with("GET /api/query?id_list=2401.00007&max_results=1 HTTP/1.1\r\n"));
  CHECK(head.find("\r\nUser-Agent: test/1 (+x@example.org)\r\n") != std::string::npos);
  CHECK(head.find("\r\nAccept: application/atom+xml, application/xml\r\n") != std::string::npos);
}

TEST_CASE(
    "items 43, 44 and 52: only an unavailable service is asked once more, in the same words") {
  const Words kOnce = {"id_list=2401.00007&max_results=1"};
  const Words kTwice = {kOnce[0], kOnce[0]};
  const struct {
    const char* name;
    std::string answer;
    Code code;
    bool repeated;
  } kCases[] = {
      {"502 with a page", http_answer(502, "Content-Type: text/html\r\n", "<html/>"),
       Code::kServiceUnavailable, true},
      {"503", http_answer(503, "", ""), Code::kServiceUnavailable, true},
      {"503 and a short wait", http_answer(503, "Retry-After: 0\r\n", ""),
       Code::kServiceUnavailable, true},
      {"503 and a wait that is too long", http_answer(503, "Retry-After: 31\r\n", ""),
       Code::kServiceUnavailable, false},
      {"500 without an old pin", http_answer(500, "", ""), Code::kServiceUnavailable, true},
      {"501", http_answer(501, "", ""), Code::kServiceUnavailable, true},
      {"empty", http_answer(200, "Content-Type: application/atom+xml\r\n", ""),
       Code::kServiceUnavailable, true},
      {"closed", "", Code::kServiceUnavailable, true},
      {"JSON", http_answer(200, "Content-Type: application/json\r\n", "{}"), Code::kSerialization,
       false},
      {"404", http_answer(404, "", "gone"), Code::kInvalidRequest, false},
      {"400", http_answer(400, "", "bad"), Code::kInvalidRequest, false},
      {"429", http_answer(429, "", ""), Code::kRateLimited, false},
      {"406", http_answer(406, "", ""), Code::kRateLimited, false},
      {"throttle text", http_answer(200, "Content-Type: text/plain\r\n", "Rate exceeded."),
       Code::kRateLimited, false},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.name);
    Setting setting({row.answer});
    const Fault fault = setting.failure_of();
    CHECK(fault.code() == row.code);
    CHECK(setting.arxiv.asked() == (row.repeated ? kTwice : kOnce));
    CHECK(fault.message().ends_with(" (failed after 2 attempts)") == row.repeated);
    CHECK((fault.find("retryAttempts") != nullptr) == row.repeated);
    CHECK((fault.find("operation") != nullptr) == row.repeated);
    CHECK(fault.find("url") != nullptr);
  }
}

TEST_CASE("the second request's answer counts") {
  Setting setting({http_answer(503, "", ""), good()});
  CHECK(setting.look_up({"2401.00007"})[0].paper->id == "2401.00007v3");
  Setting worse({http_answer(503, "", ""), http_answer(404, "", "")});
  const Fault fault = worse.failure_of();
  CHECK(fault.code() == Code::kInvalidRequest);
  CHECK(fault.find("retryAttempts") == nullptr);
}

TEST_CASE("item 51: a 500 for an old-style pin is followed by one request without its version") {
  Setting setting({http_answer(500, "", ""), good()});
  const auto found = setting.look_up({"hep-th/9901001v1", "2401.00007v3", "hep-th/9901001v2"});
  CHECK(setting.arxiv.asked() ==
        Words{"id_list=hep-th%2F9901001v1,2401.00007v3,hep-th%2F9901001v2&max_results=3",
              "id_list=hep-th%2F9901001,2401.00007v3&max_results=2"});
  CHECK(found[0].latest_version == 2);
  CHECK(found[1].paper->id == "2401.00007v3");
  CHECK(found[2].paper->id == "hep-th/9901001v2");
  Setting twice({http_answer(500, "", "")});
  CHECK(twice.failure_of({"hep-th/9901001v1"}).code() == Code::kServiceUnavailable);
  CHECK(twice.arxiv.asked().size() == 2);
  Setting unavailable({http_answer(503, "", ""), good()});
  unavailable.look_up({"hep-th/9901001v1"});
  const Words asked = unavailable.arxiv.asked();
  CHECK(asked.at(0) == asked.at(1));
}

TEST_CASE("item 53: time that is up is up, before the headers and inside the body") {
  for (const std::string& answer : {std::string(kSilence), stalled(200), stalled(503)}) {
    Setting setting({answer}, milliseconds(150));
    const auto begin = Deadline::Clock::now();
    const Fault fault = setting.failure_of();
    CHECK(fault.code() == Code::kTimeout);
    CHECK(setting.arxiv.asked().size() == 1);
    CHECK(Deadline::Clock::now() - begin < std::chrono::seconds(5));
  }
}

TEST_CASE("items 45 and 46: a throttle fails at once and says for how long nothing is sent") {
  const struct {
    const char* name;
    std::string answer;
    std::int64_t cooldown;
    const char* retry_after;  // nullptr: none
  } kCases[] = {
      {"text", http_answer(200, "Content-Type: text/plain\r\n", "Rate exceeded."), 5000, nullptr},
      {"429", http_answer(429, "", "slow down"), 5000, nullptr},
      {"406", http_answer(406, "", ""), 5000, nullptr},
      {"a wait in seconds", http_answer(429, "Retry-After: 12\r\n", ""), 12'000, "12"},
      {"a long wait", http_answer(429, "Retry-After: 120\r\n", ""), 30'000, "120"},
      {"a date", http_answer(429, "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT\r\n", ""), 30'000,
       "Fri, 31 Dec 2100 23:59:59 GMT"},
      {"nonsense", http_answer(429, "Retry-After: soon\r\n", ""), 5000, "soon"},
      {"a body that does not come", stalled(429), 9000, "9"},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.name);
    Setting setting({row.answer});
    const auto begin = Deadline::Clock::now();
    const Fault fault = setting.failure_of();
    CHECK(Deadline::Clock::now() - begin < std::chrono::seconds(3));
    CHECK(fault.code() == Code::kRateLimited);
    CHECK(fault.reason() == "rate_limited");
    CHECK(fault.retryable() == true);
    CHECK(number(fault, "cooldownAppliedMs") == row.cooldown);
    CHECK(number(fault, "consecutiveRateLimits") == 1);
    CHECK(fault.message().find(std::to_string(row.cooldown) + " ms") != std::string::npos);
    const auto* header = fault.find("retryAfter");
    CHECK((header == nullptr ? "" : std::get<std::string>(*header)) ==
          (row.retry_after == nullptr ? "" : row.retry_after));
    // The next one waits.
    CHECK_THROWS_AS(setting.pacer.take_turn(Deadline::after(milliseconds(20)), {}), Fault);
    CHECK(setting.arxiv.asked().size() == 1);
  }
}

TEST_CASE("who has another answer waits for a turn no longer than for an answer") {
  Setting setting({good()}, milliseconds(50));
  setting.pacer.cool_down(std::chrono::hours(1));
  live::Patience spared;
  spared.has_other_answer = true;
  try {
    setting.api.search({"all:x"}, spared);
    FAIL_CHECK("the search was answered");
  } catch (const Fault& fault) {
    CHECK(fault.code() == Code::kTimeout);
  }
  CHECK_FALSE(setting.api.is_down());
  CHECK(setting.arxiv.asked().empty());
}

TEST_CASE("a host that answers anything is not down") {
  for (const std::string& answer : {http_answer(503, "", ""), http_answer(429, "", ""), good()}) {
    Setting setting({answer});
    try {
      setting.look_up({"2401.00007"});
    } catch (const Fault&) {
    }
    CHECK_FALSE(setting.api.is_down());
  }
  for (const std::string& answer : {std::string(kSilence), stalled(200)}) {
    Setting slow({answer}, milliseconds(50));
    slow.failure_of();
    CHECK(slow.api.is_down());
  }
}

TEST_CASE("item 2: a start that arXiv refuses is refused before any request") {
  Setting setting({good()});
  for (const std::int64_t start : {10'000, 10'001}) {
    try {
      setting.api.search({"all:x", {}, false, start, 10}, {});
      FAIL_CHECK("the search was sent");
    } catch (const Fault& fault) {
      CHECK(fault.code() == Code::kValidation);
      CHECK(fault.reason() == "start_beyond_result_limit");
      CHECK(fault.retryable() == false);
    }
  }
  CHECK(setting.arxiv.asked().empty());
  CHECK(setting.api.search({"all:x", {}, false, 9'980, 50}, {}).papers.size() == 2);
  CHECK(setting.arxiv.asked().at(0).find("&start=9980&max_results=20&") != std::string::npos);
}

TEST_CASE("a cancelled question ends at once, in the queue, in the request and in the pause") {
  const struct {
    const char* name;
    std::string answer;
    bool held;  // another request is open
    std::size_t requests;
  } kCases[] = {{"queue", good(), true, 0},
                {"request", kSilence, false, 1},
                {"pause", http_answer(503, "Retry-After: 20\r\n", ""), false, 1}};
  for (const auto& row : kCases) {
    CAPTURE(row.name);
    Setting setting({row.answer});
    std::optional<pacing::Turn> held;
    if (row.held) held.emplace(setting.pacer.take_turn(Deadline::never(), {}));
    std::stop_source stop;
    std::optional<Code> code;
    std::jthread asking([&] {
      try {
        setting.api.search({"all:x"}, {Deadline::never(), stop.get_token()});
      } catch (const Fault& fault) {
        code = fault.code();
      }
    });
    while (setting.pacer.waiting() == 0 && setting.arxiv.asked().size() < row.requests)
      std::this_thread::yield();
    stop.request_stop();
    asking.join();
    CHECK(code == Code::kCancelled);
    CHECK(setting.arxiv.asked().size() == row.requests);
    CHECK_FALSE(setting.api.is_down());
  }
}

}  // namespace
