#include "common/base/unique_fd.h"

#include <fcntl.h>

#include <doctest/doctest.h>

namespace {

using base::UniqueFd;

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) != -1;
}

int open_null() {
  return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

TEST_CASE("a descriptor is closed with its owner") {
  int fd = -1;
  {
    const UniqueFd owner(open_null());
    fd = owner.get();
    REQUIRE(owner);
    CHECK(is_open(fd));
  }
  CHECK_FALSE(is_open(fd));
}

TEST_CASE("a moved-from owner owns nothing") {
  UniqueFd first(open_null());
  const int fd = first.get();
  UniqueFd second(std::move(first));
  CHECK_FALSE(first);  // NOLINT(bugprone-use-after-move)
  CHECK(second.get() == fd);

  UniqueFd third(open_null());
  const int replaced = third.get();
  third = std::move(second);
  CHECK(third.get() == fd);
  CHECK_FALSE(is_open(replaced));
  CHECK(is_open(fd));
}

TEST_CASE("reset closes what was held") {
  UniqueFd owner(open_null());
  const int fd = owner.get();
  owner.reset();
  CHECK_FALSE(owner);
  CHECK_FALSE(is_open(fd));
  owner.reset();
  CHECK(owner.get() == -1);
}

}  // namespace
