#include <string_view>

#include <doctest/doctest.h>

#include "common/http/client.h"

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE("Retry-After is read in all its forms and bounded") {
  // Sun, 06 Nov 1994 08:49:37 GMT
  const std::chrono::sys_seconds then{seconds(784111777)};
  const seconds year = std::chrono::hours(24 * 366);
  const struct {
    std::string_view header;
    std::chrono::sys_seconds now;
    std::optional<milliseconds> wait;
  } rows[] = {
      {"0", then, seconds(0)},
      {"120", then, seconds(120)},
      {" 7\t", then, seconds(7)},
      {"99999999999999999999999999", then, year},
      {"999999999999", then, year},
      {"Sun, 06 Nov 1994 08:49:37 GMT", then - seconds(30), seconds(30)},
      {"Sunday, 06-Nov-94 08:49:37 GMT", then - seconds(1), seconds(1)},
      {"Sun Nov  6 08:49:37 1994", then - seconds(2), seconds(2)},
      {"Sun, 06 Nov 1994 08:49:37 GMT", then, std::nullopt},
      {"Sun, 06 Nov 1994 08:49:37 GMT", then + seconds(1), std::nullopt},
      {"Fri, 31 Dec 9999 23:59:59 GMT", then, year},
      {"", then, std::nullopt},
      {"  ", then, std::nullopt},
      {"-5", then, std::nullopt},
      {"+5", then, std::nullopt},
      {"1.5", then, std::nullopt},
      {"12 s", then, std::nullopt},
      {"soon", then, std::nullopt},
      {"Sun, 99 Nov 1994 08:49:37 GMT", then - seconds(30), std::nullopt},
  };
  for (const auto& row : rows) {
    CAPTURE(row.header);
    CHECK(http::parse_retry_after(row.header, row.now) == row.wait);
  }
}

TEST_CASE("pauses double, spread by a quarter either way, and stay under the cap") {
  const milliseconds base(1000);
  const milliseconds cap(30000);
  const struct {
    int attempt;
    double jitter;
    long long wait;
  } rows[] = {
      {1, 0.5, 1000},     {1, 0.0, 750},   {1, 0.999999, 1250}, {2, 0.5, 2000},  {2, 0.0, 1500},
      {3, 0.5, 4000},     {5, 0.5, 16000}, {6, 0.5, 30000},     {6, 0.0, 24000}, {7, 0.0, 30000},
      {1000, 0.5, 30000}, {1, -3.0, 750},  {1, 7.0, 1250},
  };
  for (const auto& row : rows) {
    CAPTURE(row.attempt);
    CAPTURE(row.jitter);
    CHECK(http::retry_delay(row.attempt, base, cap, row.jitter, std::nullopt).count() == row.wait);
  }
}

TEST_CASE("a Retry-After replaces the pause, above the cap too") {
  CHECK(http::retry_delay(1, seconds(1), seconds(30), 0.9, seconds(0)) == seconds(0));
  CHECK(http::retry_delay(3, seconds(1), seconds(30), 0.9, seconds(90)) == seconds(90));
}

TEST_CASE("no delay stays no delay") {
  CHECK(http::retry_delay(4, milliseconds(0), seconds(30), 0.5, std::nullopt) == milliseconds(0));
}
