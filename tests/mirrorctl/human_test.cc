#include "mirrorctl/human.h"

#include <doctest/doctest.h>

namespace {

TEST_CASE("ages are told in their largest unit") {
  struct Row {
    const char* then;
    const char* text;
  };
  const Row rows[] = {
      {"2026-12-01T12:00:00Z", "just now"},     {"2026-12-01T11:59:01Z", "just now"},
      {"2026-12-01T12:00:59Z", "just now"},     {"2026-12-01T12:01:00Z", "in 1 minute"},
      {"2026-12-01T15:59:59Z", "in 3 hours"},   {"2026-12-04T12:00:00Z", "in 3 days"},
      {"2026-12-01T11:59:00Z", "1 minute ago"}, {"2026-12-01T11:01:00Z", "59 minutes ago"},
      {"2026-12-01T11:00:00Z", "1 hour ago"},   {"2026-11-30T12:00:00Z", "24 hours ago"},
      {"2026-11-29T12:00:00Z", "2 days ago"},   {"2022-12-01T12:00:00Z", "1,461 days ago"},
  };
  const auto now = *base::parse_iso("2026-12-01T12:00:00Z");
  for (const Row& row : rows) {
    CAPTURE(row.then);
    CHECK(mirrorctl::ago(*base::parse_iso(row.then), now) == row.text);
  }
}

TEST_CASE("a lag is told in days") {
  CHECK(mirrorctl::lag(-1) == "in the future");
  CHECK(mirrorctl::lag(0) == "up to date");
  CHECK(mirrorctl::lag(1) == "1 day behind");
  CHECK(mirrorctl::lag(1461) == "1,461 days behind");
}

}  // namespace
