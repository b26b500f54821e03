#include "mirrorctl/pace.h"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono_literals;
using mirrorctl::Pace;

TEST_CASE("one look, or two at once, are no pace") {
  Pace pace;
  CHECK(pace.papers_per_second() == std::nullopt);
  pace.add({0s, 100});
  CHECK(pace.papers_per_second() == std::nullopt);
  pace.add({0s, 200});
  CHECK(pace.papers_per_second() == std::nullopt);
  CHECK(pace.time_left(1000) == std::nullopt);
}

TEST_CASE("the rate is that between looks, and the rest is as fast") {
  Pace pace;
  pace.add({10s, 1000});
  pace.add({20s, 3000});
  CHECK(pace.papers_per_second() == doctest::Approx(200));
  CHECK(pace.time_left(23'000) == 100s);
  CHECK(pace.time_left(3000) == std::nullopt);
  CHECK(pace.time_left(10) == std::nullopt);
}

TEST_CASE("a file that does not grow, or shrinks, has no time left to tell") {
  Pace pace;
  pace.add({0s, 1000});
  pace.add({10s, 1000});
  CHECK(pace.papers_per_second() == doctest::Approx(0));
  CHECK(pace.time_left(5000) == std::nullopt);
  pace.add({20s, 900});
  CHECK(pace.papers_per_second() == doctest::Approx(-5));
  CHECK(pace.time_left(5000) == std::nullopt);
  pace.add({21s, 1001});
  CHECK(pace.time_left(std::int64_t{1} << 60) == std::nullopt);
}

TEST_CASE("only the last minute counts") {
  Pace pace;
  for (int second = 0; second <= 60; second += 2)
    pace.add({std::chrono::seconds(second), 0});
  CHECK(pace.papers_per_second() == doctest::Approx(0));
  for (int second = 62; second <= 120; second += 2)
    pace.add({std::chrono::seconds(second), (second - 60) * 10});
  CHECK(pace.papers_per_second() == doctest::Approx(10));
  pace.add({1000s, 600 + 880 * 5});
  CHECK(pace.papers_per_second() == doctest::Approx(5));
}

}  // namespace
