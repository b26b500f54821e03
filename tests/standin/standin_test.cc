// The program itself, over its sockets.

#include <csignal>
#include <future>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "common/base/fault.h"
#include "common/http/client.h"
#include "tests/support/standin_process.h"
#include "tests/support/temp_dir.h"

using base::Code;
using base::Deadline;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::StandinProcess;

namespace {

const char* const kList = "/oai?verb=ListRecords&metadataPrefix=arXivRaw";

http::Response get(const std::string& url, milliseconds timeout = seconds(20),
                   const std::stop_token& stop = {}) {
  // A client of its own: libcurl sends a request again when a kept connection was closed on it.
  http::Client client({"standin-test/1", "", ""});
  http::Request request;
  request.url = url;
  request.timeout = timeout;
  request.max_body_bytes = 64UL << 20;
  return client.get(request, Deadline::never(), stop);
}

/// How a request ends: its status, or the code of the Fault.
int outcome(const std::string& url, milliseconds timeout = seconds(20)) {
  try {
    return static_cast<int>(get(url, timeout).status);
  } catch (const base::Fault& fault) {
    return static_cast<int>(fault.code());
  }
}

/// The records of a page: what is the same in two answers to one request.
std::string records(const std::string& page) {
  return page.substr(page.find("<ListRecords>"));
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("papers are served, looked up and logged") {
  const StandinProcess standin({"--generate", "50", "--seed", "3", "--page-size", "20"});
  const http::Response list = get(standin.base_url() + kList);
  CHECK(list.status == 200);
  CHECK(list.content_type == "text/xml");
  CHECK(holds(list.body, "<resumptionToken expirationDate="));
  CHECK(holds(list.body, "<request verb=\"ListRecords\" metadataPrefix=\"arXivRaw\">" +
                             standin.oai_url() + "</request>"));
  const std::size_t at = list.body.find("<id>") + 4;
  const std::string id = list.body.substr(at, list.body.find("</id>") - at);
  const http::Response entry = get(standin.api_url() + "?id_list=" + id);
  CHECK(holds(entry.body, "<id>http://arxiv.org/abs/" + id + "v"));
  CHECK(outcome(standin.base_url() + "/elsewhere") == 404);

  standin.wait_for_ends("/", 3);
  const auto log = standin.log();
  REQUIRE(log.size() == 3);
  CHECK(log[0].method == "GET");
  CHECK(log[0].target == kList);
  CHECK(log[0].user_agent == "standin-test/1");
  CHECK(log[0].status == 200);
  CHECK(log[2].status == 404);
  CHECK(log[0].begin_ms <= log[0].end_ms);
}

TEST_CASE("a modified record moves to the end under today's date") {
  const StandinProcess standin({"--generate", "30"});
  standin.modify(0);
  const std::string today = base::to_date(base::wall_now());
  const std::string body = get(standin.base_url() + kList + "&from=" + today).body;
  CHECK(holds(body, "<datestamp>" + today + "</datestamp>"));
  CHECK(body.find("<record>") == body.rfind("<record>"));
  CHECK_THROWS(standin.modify(30));
}

TEST_CASE("each fault is delivered") {
  const StandinProcess standin({"--generate", "30"});
  const std::string url = standin.base_url() + kList;
  const std::string whole = records(get(url).body);
  const struct {
    std::string_view rule;
    int outcome;
  } rows[] = {
      {"status=503;retry-after=9", 503},
      {"rate-exceeded", 200},
      {"garbage", 200},
      {"truncate", 200},
      {"close", static_cast<int>(Code::kServiceUnavailable)},
      {"drop", static_cast<int>(Code::kServiceUnavailable)},
      {"status=404;drop", static_cast<int>(Code::kServiceUnavailable)},
      {"stall-before-headers", static_cast<int>(Code::kTimeout)},
      {"stall-after-headers", static_cast<int>(Code::kTimeout)},
      {"status=404;stall-after-headers", static_cast<int>(Code::kTimeout)},
      {"drip=200", static_cast<int>(Code::kTimeout)},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    standin.fault("path=/oai;count=1;" + std::string(row.rule));
    const bool waits = row.outcome == static_cast<int>(Code::kTimeout);
    CHECK(outcome(url, waits ? milliseconds(150) : milliseconds(20000)) == row.outcome);
    CHECK(records(get(url).body) == whole);
  }
  standin.fault("truncate;at=100");
  CHECK(get(url).body.size() == 100);
  standin.clear_faults();
  standin.fault("status=503;retry-after=9");
  CHECK(get(url).retry_after == "9");
  CHECK_THROWS(standin.fault("explode"));
}

TEST_CASE("stalled requests are answered once released") {
  const StandinProcess standin({"--generate", "30"});
  const std::string url = standin.base_url() + kList;
  for (const std::string rule :
       {"count=1;stall-before-headers", "count=1;stall-after-headers;at=500", "count=1;drip=1"}) {
    CAPTURE(rule);
    standin.fault(rule);
    const std::size_t before = standin.log().size();
    auto stalled = std::async(std::launch::async, [&] { return get(url); });
    standin.wait_for_requests("/oai", before + 1);
    CHECK(stalled.wait_for(milliseconds(50)) == std::future_status::timeout);
    // A stall begins just after the request is noted, so one release may come too early.
    do {
      standin.release();
    } while (stalled.wait_for(milliseconds(20)) == std::future_status::timeout);
    CHECK(holds(stalled.get().body, "</OAI-PMH>"));
  }
}

TEST_CASE("many stalls leave room for others, and a client that leaves ends its own") {
  const StandinProcess standin({"--generate", "30"});
  standin.fault("path=/api;stall-before-headers");
  std::stop_source stop;
  std::vector<std::future<int>> stalled;
  stalled.reserve(40);
  for (int i = 0; i < 40; ++i) {
    stalled.push_back(std::async(std::launch::async, [&] {
      try {
        return static_cast<int>(get(standin.api_url(), seconds(60), stop.get_token()).status);
      } catch (const base::Fault& fault) {
        return static_cast<int>(fault.code());
      }
    }));
  }
  standin.wait_for_requests("/api", 40);
  CHECK(outcome(standin.base_url() + kList) == 200);
  stop.request_stop();
  for (auto& request : stalled)
    CHECK(request.get() == static_cast<int>(Code::kCancelled));
  standin.wait_for_ends("/api", 40);
}

TEST_CASE("one file answers every OAI request") {
  const testing::TempDir dir;
  const std::string file = dir.write("answer.xml", "<OAI-PMH>\xff raw bytes</OAI-PMH>");
  const StandinProcess standin({"--answer", file});
  CHECK(get(standin.oai_url() + "?verb=Anything").body == "<OAI-PMH>\xff raw bytes</OAI-PMH>");
}

TEST_CASE("a folder's records are served, and what was skipped is told") {
  StandinProcess standin({"--pages", TEST_DATA "/standin/pages"});
  CHECK(standin.process().wait_for_stderr("3 papers to serve"));
  CHECK(holds(standin.process().stderr_text(), "skipped g-latin1.xml: not UTF-8\n"));
  CHECK(holds(get(standin.base_url() + kList).body, "<id>hep-th/9901999</id>"));
}

TEST_CASE("the log file holds a line for each request") {
  const testing::TempDir dir;
  const std::string file = dir / "requests.jsonl";
  {
    const StandinProcess standin({"--generate", "3", "--log", file, "--fault", "nth=2;status=500"});
    CHECK(outcome(standin.oai_url() + "?verb=Identify") == 200);
    CHECK(outcome(standin.oai_url() + "?verb=Identify") == 500);
    standin.wait_for_ends("/oai", 2);
  }
  const std::string lines = testing::read_file(file);
  CHECK(holds(lines, "\"target\":\"/oai?verb=Identify\""));
  CHECK(holds(lines, "\"status\":500"));
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 2);
}

TEST_CASE("it ends at once, with stdin or by a signal, stalled requests and all") {
  for (const int signal : {0, SIGTERM, SIGINT}) {
    CAPTURE(signal);
    StandinProcess standin({"--generate", "3", "--fault", "stall-before-headers"});
    auto stalled =
        std::async(std::launch::async, [&] { return outcome(standin.oai_url(), seconds(60)); });
    standin.wait_for_requests("/oai", 1);
    if (signal != 0) standin.process().send_signal(signal);
    const auto begin = Deadline::Clock::now();
    CHECK(standin.process().finish().status == 0);
    CHECK(Deadline::Clock::now() - begin < seconds(5));
    stalled.get();
  }
}

TEST_CASE("a wrong command line is refused") {
  const std::string standin = testing::program("standin");
  CHECK(testing::run({{standin, "--explode"}}).status == 64);
  CHECK(testing::run({{standin, "--fault", "explode"}}).status == 78);
  CHECK(testing::run({{standin, "--pages", "/nonexistent"}}).status == 78);
  CHECK(testing::run({{standin, "--answer", "/nonexistent"}}).status == 78);
  CHECK(holds(testing::run({{standin, "--help"}}).out, "stall-before-headers"));
}
