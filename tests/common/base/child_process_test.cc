#include "common/base/child_process.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <system_error>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using base::ChildProcess;
using base::Deadline;
using std::chrono::milliseconds;
using std::chrono::seconds;

ChildProcess shell(const std::string& script, const base::ChildStreams& streams = {}) {
  return ChildProcess({"/bin/sh", "-c", script}, streams);
}

std::optional<int> wait(ChildProcess& child) {
  return child.wait(Deadline::after(seconds(20)), {});
}

}  // namespace

TEST_CASE("how a child ended") {
  ChildProcess seven = shell("exit 7");
  CHECK(wait(seven) == 7);
  CHECK(wait(seven) == 7);
  ChildProcess killed = shell("kill -9 $$");
  CHECK(wait(killed) == 128 + SIGKILL);
  CHECK_THROWS_AS(ChildProcess({"/no/such/program"}, {}), std::system_error);
}

TEST_CASE("a child writes where it is told to, and nowhere else") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const base::UniqueFd read(ends[0]);
  base::UniqueFd write(ends[1]);
  ChildProcess child = shell("cat; echo lost >&2; echo kept", {-1, write.get(), -1});
  write.reset();
  CHECK(wait(child) == 0);
  std::array<char, 32> text{};
  const ssize_t got = ::read(read.get(), text.data(), text.size());
  CHECK(std::string(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))) == "kept\n");
}

TEST_CASE("a wait ends with its deadline or a stop request; the child goes with its owner") {
  ChildProcess child = shell("exec sleep 1000");
  CHECK_FALSE(child.wait(Deadline::after(milliseconds(1)), {}));
  std::stop_source stop;
  stop.request_stop();
  CHECK_THROWS_AS(child.wait(Deadline::never(), stop.get_token()), base::Fault);
  child.send(SIGTERM);
  CHECK(wait(child) == 128 + SIGTERM);
}

TEST_CASE("a child does not inherit blocked or ignored signals") {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  REQUIRE(::pthread_sigmask(SIG_BLOCK, &blocked, &before) == 0);
  ChildProcess child = shell("kill -TERM $$; exit 1");
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  CHECK(wait(child) == 128 + SIGTERM);
}
