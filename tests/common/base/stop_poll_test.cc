#include "common/base/stop_poll.h"

#include <array>
#include <optional>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using base::Deadline;
using std::chrono::milliseconds;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    read.reset(ends[0]);
    write.reset(ends[1]);
  }
  base::UniqueFd read;
  base::UniqueFd write;
};

}  // namespace

TEST_CASE("a descriptor that is ready ends the wait") {
  const Pipe pipe;
  const std::stop_source stop;
  const base::StopPoll poll(stop.get_token());
  REQUIRE(::write(pipe.write.get(), "x", 1) == 1);
  CHECK(poll.wait(pipe.read.get(), POLLIN));
}

TEST_CASE("the deadline ends the wait") {
  const Pipe pipe;
  const base::StopPoll poll(std::stop_token{});
  CHECK_FALSE(poll.wait(pipe.read.get(), POLLIN, Deadline::after(milliseconds(0))));
  CHECK_FALSE(poll.wait(pipe.read.get(), POLLIN, Deadline::after(milliseconds(5))));
}

TEST_CASE("a stop request ends the wait, before it and within it") {
  const Pipe pipe;
  std::stop_source stop;
  const base::StopPoll poll(stop.get_token());
  std::optional<base::Code> code;
  std::jthread waiting([&] {
    try {
      poll.wait(pipe.read.get(), POLLIN);
    } catch (const base::Fault& fault) {
      code = fault.code();
    }
  });
  stop.request_stop();
  waiting.join();
  CHECK(code == base::Code::kCancelled);
  CHECK_THROWS_AS(poll.wait(pipe.read.get(), POLLIN), base::Fault);
}
