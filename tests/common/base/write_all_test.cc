#include "common/base/write_all.h"

#include <array>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/unique_fd.h"

namespace {

TEST_CASE("a text larger than a pipe arrives whole") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  const base::UniqueFd out(ends[0]);
  base::UniqueFd in(ends[1]);
  const std::string text(1 << 20, 'x');
  bool written = false;
  std::thread writer([&] {
    written = base::write_all(in.get(), text);
    in.reset();
  });
  std::string got;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t size = ::read(out.get(), buffer.data(), buffer.size());
    if (size <= 0) break;
    got.append(buffer.data(), static_cast<std::size_t>(size));
  }
  writer.join();
  CHECK(written);
  CHECK(got == text);
}

TEST_CASE("what cannot be written fails") {
  CHECK_FALSE(base::write_all(-1, "x"));
  CHECK(base::write_all(-1, ""));
}

}  // namespace
