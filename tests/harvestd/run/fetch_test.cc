#include "harvestd/run/fetch.h"

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"

namespace {

using base::Code;
using base::ExitCode;
using harvest::FetchRules;
using harvest::milliseconds;

const std::chrono::sys_seconds kNow{std::chrono::sys_days(std::chrono::year(2026) / 10 / 6)};

TEST_CASE("what a status means") {
  struct Case {
    long status;
    bool is_page;
    bool passing;
    ExitCode exit;
  };
  const Case cases[] = {
      {200, true, false, ExitCode::kOk},           {204, true, false, ExitCode::kOk},
      {304, false, false, ExitCode::kBadUpstream}, {400, false, false, ExitCode::kBadUpstream},
      {403, false, false, ExitCode::kBadUpstream}, {404, false, false, ExitCode::kBadUpstream},
      {410, false, false, ExitCode::kBadUpstream}, {429, false, true, ExitCode::kUnreachable},
      {500, false, true, ExitCode::kUnreachable},  {502, false, true, ExitCode::kUnreachable},
      {503, false, true, ExitCode::kUnreachable},  {599, false, true, ExitCode::kUnreachable},
  };
  for (const Case& one : cases) {
    CAPTURE(one.status);
    http::Response response;
    response.status = one.status;
    response.retry_after = "20";
    const auto failure = harvest::judge_answer(response, "oaipmh.arxiv.org", kNow);
    REQUIRE(failure.has_value() == !one.is_page);
    if (!failure) continue;
    CHECK(failure->passing == one.passing);
    CHECK(failure->fault.retryable() == one.passing);
    CHECK(failure->retry_after == milliseconds(20'000));
    CHECK(base::exit_code_for(failure->fault) == one.exit);
    CHECK(failure->fault.message() ==
          "oaipmh.arxiv.org answered HTTP " + std::to_string(one.status) + ".");
  }
}

TEST_CASE("what an exchange without an answer means") {
  struct Case {
    std::string what;
    base::Fault fault;
    bool passing;
  };
  using base::Fault;
  const Case cases[] = {
      {"timeout", Fault(Code::kTimeout, "", ""), true},
      {"network", Fault(Code::kServiceUnavailable, "", ""), true},
      {"cancelled", base::cancelled(), false},
      {"too long", Fault(Code::kSerialization, "", ""), false},
      {"a 404 whose body stalls",
       Fault(Code::kTimeout, "", "").with("status", std::int64_t{404}).retryable(false), false},
      {"a 403 whose body breaks off",
       Fault(Code::kServiceUnavailable, "", "").with("status", std::int64_t{403}).retryable(false),
       false},
      {"a 429 whose body stalls",
       Fault(Code::kTimeout, "", "").with("status", std::int64_t{429}).retryable(false), true},
      {"a 503 whose body stalls", Fault(Code::kTimeout, "", "").with("status", std::int64_t{503}),
       true},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    CHECK(harvest::judge_fault(one.fault).passing == one.passing);
    CHECK(harvest::judge_fault(one.fault).fault.code() == one.fault.code());
  }
}

FetchRules rules() {
  FetchRules rules;
  rules.request_delay = milliseconds(3000);
  rules.timeout = milliseconds(180'000);
  rules.retry_delay = milliseconds(5000);
  rules.outage_wait = milliseconds(60'000);
  rules.outage_wait_max = milliseconds(900'000);
  return rules;
}

TEST_CASE("an outage is waited out in steps of 1, 2, 4, 8, 15, 15 minutes") {
  const int minutes[] = {1, 2, 4, 8, 15, 15, 15};
  int count = 0;
  for (const int expected : minutes) {
    CHECK(harvest::outage_pause(++count, rules(), std::nullopt) == std::chrono::minutes(expected));
  }
  CHECK(harvest::outage_pause(1'000'000, rules(), std::nullopt) == std::chrono::minutes(15));
}

TEST_CASE("and never under a Retry-After") {
  CHECK(harvest::outage_pause(1, rules(), milliseconds(1)) == std::chrono::minutes(1));
  CHECK(harvest::outage_pause(1, rules(), std::chrono::minutes(3)) == std::chrono::minutes(3));
  CHECK(harvest::outage_pause(9, rules(), std::chrono::minutes(40)) == std::chrono::minutes(40));
}

TEST_CASE("an outage wait of nothing stays nothing") {
  FetchRules none = rules();
  none.outage_wait = milliseconds(0);
  none.outage_wait_max = milliseconds(0);
  CHECK(harvest::outage_pause(5, none, std::nullopt) == milliseconds(0));
}

TEST_CASE("the longest page cycle is the delay, three time-outs and two pauses with jitter") {
  CHECK(harvest::longest_page_cycle(rules()) == milliseconds(3000 + 3 * 180'000 + 6250 + 12'500));
  FetchRules quick = rules();
  quick.retry_delay = milliseconds(0);  // a request waits for the delay all the same
  CHECK(harvest::longest_page_cycle(quick) == milliseconds(3000 + 3 * 180'000 + 2 * 3000));
  FetchRules slow = rules();
  slow.retry_delay = std::chrono::minutes(10);  // a pause is cut at 30 s
  CHECK(harvest::longest_page_cycle(slow) == milliseconds(3000 + 3 * 180'000 + 2 * 30'000));
}

}  // namespace
