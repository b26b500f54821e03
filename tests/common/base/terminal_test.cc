#include "common/base/terminal.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/unique_fd.h"

namespace {

TEST_CASE("a terminal tells its columns") {
  const base::UniqueFd master(::posix_openpt(O_RDWR | O_NOCTTY));
  REQUIRE(master);
  REQUIRE(::grantpt(master.get()) == 0);
  REQUIRE(::unlockpt(master.get()) == 0);
  const base::UniqueFd slave(::open(::ptsname(master.get()), O_RDWR | O_NOCTTY));
  REQUIRE(slave);
  CHECK(base::terminal_width(slave.get()) == 0);
  winsize size{};
  size.ws_col = 132;
  REQUIRE(::ioctl(slave.get(), TIOCSWINSZ, &size) == 0);
  CHECK(base::terminal_width(slave.get()) == 132);
}

TEST_CASE("a pipe is no terminal") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const base::UniqueFd in(ends[0]);
  const base::UniqueFd out(ends[1]);
  CHECK(base::terminal_width(out.get()) == 0);
  CHECK(base::terminal_width(-1) == 0);
}

}  // namespace
