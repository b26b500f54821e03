// How long a fetcher waits, told by its notices; the local arXiv answers.

#include <vector>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "harvestd/run/fetch.h"
#include "tests/support/standin_process.h"

namespace {

using base::Code;
using harvest::FetchRules;
using harvest::milliseconds;
using harvest::PageFetcher;
using Pauses = std::vector<milliseconds>;

/// A fetcher in a hurry, and the pauses it announced.
class Fetching {
 public:
  explicit Fetching(const std::string& fault) {
    arxiv.fault("path=/oai;" + fault);
    rules.base_url = arxiv.oai_url();
    rules.timeout = std::chrono::seconds(20);
    rules.outage_wait = milliseconds(1);
    rules.outage_wait_max = milliseconds(15);
    rules.waits_out_outages = true;
  }

  /// Fetches the first page; stops with the `last`th pause, when there is one.
  void fetch(std::size_t last = 1000) {
    PageFetcher fetcher(rules, client, [&](const std::string&, milliseconds pause) {
      pauses.push_back(pause);
      if (pauses.size() == last) stop.request_stop();
    });
    fetcher.fetch({}, stop.get_token());
  }
  /// The code of the Fault that fetch() ends with.
  Code fails(std::size_t last = 1000) {
    try {
      fetch(last);
    } catch (const base::Fault& fault) {
      return fault.code();
    }
    FAIL("it did not fail");
    return Code::kInternalError;
  }

  testing::StandinProcess arxiv{{"--generate", "5"}};
  http::Client client{{"test/1", "", ""}};
  FetchRules rules;
  std::stop_source stop;
  Pauses pauses;
};

Pauses of(const std::vector<int>& numbers) {
  Pauses pauses;
  for (const int number : numbers)
    pauses.emplace_back(number);
  return pauses;
}

TEST_CASE("an outage's waits double to their limit, and begin anew once a page has come") {
  for (const char* status : {"503", "429"}) {
    CAPTURE(status);
    // Three attempts to a wait, so that six of them failed; then once more after a page.
    Fetching it("count=21;status=" + std::string(status));
    const Pauses rounds = of({0, 0, 1, 0, 0, 2, 0, 0, 4, 0, 0, 8, 0, 0, 15, 0, 0, 15, 0, 0, 15});
    it.fetch();
    CHECK(it.pauses == rounds);

    it.pauses.clear();
    it.arxiv.fault("path=/oai;count=3;status=" + std::string(status));
    it.fetch();
    CHECK(it.pauses == of({0, 0, 1}));
  }
}

TEST_CASE("one fetcher begins its waits anew with each page") {
  Fetching it("count=6;status=503");
  PageFetcher fetcher(it.rules, it.client,
                      [&](const std::string&, milliseconds pause) { it.pauses.push_back(pause); });
  fetcher.fetch({}, {});
  it.arxiv.fault("path=/oai;count=3;status=503");
  fetcher.fetch({}, {});
  CHECK(it.pauses == of({0, 0, 1, 0, 0, 2, 0, 0, 1}));
}

TEST_CASE("a Retry-After is kept to for 30 s between attempts, and wholly in an outage's wait") {
  Fetching it("status=503;retry-after=3600");
  CHECK(it.fails(1) == Code::kCancelled);
  CHECK(it.pauses == of({30'000}));

  Fetching outage("status=429;retry-after=1");
  CHECK(outage.fails(3) == Code::kCancelled);
  CHECK(outage.pauses == of({1000, 1000, 1000}));
}

TEST_CASE("a Retry-After may be a date") {
  Fetching it("status=503;retry-after=Tue, 01 Jan 2999 00:00:00 GMT");
  CHECK(it.fails(1) == Code::kCancelled);
  CHECK(it.pauses == of({30'000}));
  Fetching past("count=2;status=503;retry-after=Tue, 01 Jan 2019 00:00:00 GMT");
  past.fetch();
  CHECK(past.pauses == of({0, 0}));
}

TEST_CASE("where no outage is waited out the last attempt's failure ends the run") {
  for (const auto& [status, code] :
       {std::pair("503", Code::kServiceUnavailable), std::pair("429", Code::kRateLimited)}) {
    Fetching it("status=" + std::string(status));
    it.rules.waits_out_outages = false;
    CHECK(it.fails() == code);
    CHECK(it.arxiv.log().size() == harvest::kAttempts);
  }
}

TEST_CASE("a page that might not end within the budget is not begun") {
  Fetching it("status=503");
  it.rules.end = base::Deadline::after(std::chrono::seconds(59));
  PageFetcher fetcher(it.rules, it.client, [](const std::string&, milliseconds) {});
  CHECK_FALSE(fetcher.fetch({}, {}).has_value());
  CHECK(it.arxiv.log().empty());
}

TEST_CASE("a wait that would pass the budget's end is not begun") {
  Fetching it("status=503;retry-after=20");
  it.rules.waits_out_outages = false;
  it.rules.timeout = std::chrono::seconds(5);
  it.rules.end = base::Deadline::after(std::chrono::seconds(19));
  CHECK(it.fails() == Code::kServiceUnavailable);
  CHECK(it.pauses.empty());
  CHECK(it.arxiv.log().size() == 1);
}

}  // namespace
