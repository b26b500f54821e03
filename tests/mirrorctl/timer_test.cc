#include "mirrorctl/timer.h"

#include <doctest/doctest.h>

#include "mirrorctl/command_output.h"

namespace {

using mirrorctl::output_of;
using mirrorctl::parse_timer;
using mirrorctl::Timer;
using namespace std::chrono_literals;

const base::Deadline kLong = base::Deadline::after(20s);

TEST_CASE("what systemctl says of an active timer") {
  const auto timer = parse_timer(
      "Result=success\nNextElapseUSecRealtime=Wed 2026-12-02 05:11:42 UTC\n"
      "LastTriggerUSec=Tue 2026-12-01 04:52:07 UTC\nLoadState=loaded\nActiveState=active\n"
      "\nResult=exit-code\nLoadState=loaded\nActiveState=failed\n");
  REQUIRE(timer);
  CHECK(timer->active);
  CHECK(timer->next == base::parse_iso("2026-12-02T05:11:42Z"));
  CHECK(timer->last == base::parse_iso("2026-12-01T04:52:07Z"));
  CHECK(timer->result == "exit-code");
}

TEST_CASE("a timer that was never started knows no times") {
  for (const char* none :
       {"", "n/a", "soon", "Wed 2026-13-02 05:11:42 UTC", "Wed 2026-12-02 05:11:42 CET"}) {
    CAPTURE(none);
    const auto timer =
        parse_timer("LoadState=loaded\nActiveState=inactive\nLastTriggerUSec=" + std::string(none) +
                    "\nNextElapseUSecRealtime=" + none);
    REQUIRE(timer);
    CHECK_FALSE(timer->active);
    CHECK(timer->next == std::nullopt);
    CHECK(timer->last == std::nullopt);
    CHECK(timer->result.empty());
  }
}

TEST_CASE("no timer is installed") {
  CHECK(parse_timer("LoadState=not-found\nActiveState=inactive\n\nLoadState=loaded\n") ==
        std::nullopt);
  CHECK(parse_timer("") == std::nullopt);
  CHECK(parse_timer("\n\n\n=\n") == std::nullopt);
}

TEST_CASE("a program's output is its answer when it succeeds") {
  CHECK(output_of({"sh", "-c", "echo one; echo two >&2; cat"}, kLong) == "one\n");
  CHECK(output_of({"sh", "-c", "echo one; exit 1"}, kLong) == std::nullopt);
  CHECK(output_of({"sh", "-c", "kill -9 $$"}, kLong) == std::nullopt);
  CHECK(output_of({"/no/such/program"}, kLong) == std::nullopt);
  CHECK(output_of({"sh", "-c", "yes"}, kLong) == std::nullopt);
}

TEST_CASE("a program that does not end is killed at the deadline") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK(output_of({"sleep", "60"}, base::Deadline::after(50ms)) == std::nullopt);
  CHECK(output_of({"sh", "-c", "exec sleep 60 >&-"}, base::Deadline::after(50ms)) == std::nullopt);
  CHECK(std::chrono::steady_clock::now() - begin < 20s);
}

}  // namespace
