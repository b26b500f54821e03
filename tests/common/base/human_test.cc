#include "common/base/human.h"

#include <limits>

#include <doctest/doctest.h>

namespace {

TEST_CASE("sizes have three digits and a unit") {
  struct Row {
    std::int64_t bytes;
    const char* text;
  };
  const Row rows[] = {
      {0, "0 B"},
      {999, "999 B"},
      {1000, "0.977 KiB"},
      {1024, "1 KiB"},
      {1536, "1.5 KiB"},
      {1023LL << 10, "0.999 MiB"},
      {1300000000, "1.21 GiB"},
      {std::numeric_limits<std::int64_t>::max(), "8.19e+03 PiB"},
  };
  for (const Row& row : rows) {
    CHECK(base::human_size(row.bytes) == row.text);
  }
}

TEST_CASE("spans are told in two units at most") {
  struct Case {
    long seconds;
    std::string text;
  };
  const Case cases[] = {{0, "0 s"},
                        {59, "59 s"},
                        {60, "1 min 00 s"},
                        {200, "3 min 20 s"},
                        {3599, "59 min 59 s"},
                        {3600, "1 h 00 min"},
                        {7500, "2 h 05 min"},
                        {360'000, "100 h 00 min"}};
  for (const Case& one : cases)
    CHECK(base::span_text(std::chrono::seconds(one.seconds)) == one.text);
  CHECK(base::span_text(std::chrono::milliseconds(1999)) == "1 s");
}

TEST_CASE("a span is a whole number and its unit") {
  using std::chrono::hours;
  CHECK(base::parse_span("24h") == hours(24));
  CHECK(base::parse_span("90m") == std::chrono::minutes(90));
  CHECK(base::parse_span("0s") == std::chrono::seconds(0));
  CHECK(base::parse_span("3650d") == hours(87'600));
  for (const char* text : {"", "h", "24", "24 h", " 24h", "-1h", "1.5h", "24H", "24hours", "3651d",
                           "99999999999999999999s", "1h30m"}) {
    CAPTURE(text);
    CHECK(base::parse_span(text) == std::nullopt);
  }
}

}  // namespace
