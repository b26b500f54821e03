#include "mirrorctl/human.h"

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
    CHECK(mirrorctl::human_size(row.bytes) == row.text);
  }
}

TEST_CASE("ages are told in their largest unit") {
  struct Row {
    const char* then;
    const char* text;
  };
  const Row rows[] = {
      {"2026-12-01T12:00:00Z", "just now"},     {"2026-12-01T11:59:01Z", "just now"},
      {"2026-12-01T12:00:59Z", "just now"},     {"2026-12-01T12:01:01Z", "in the future"},
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

TEST_CASE("days are told by the calendar") {
  struct Row {
    const char* day;
    const char* text;
  };
  const Row rows[] = {
      {"2026-12-02", "in the future"}, {"2026-12-01", "today"},        {"2026-11-30", "yesterday"},
      {"2026-11-29", "2 days ago"},    {"2025-12-01", "365 days ago"},
  };
  const auto now = *base::parse_iso("2026-12-01T00:00:01Z");
  for (const Row& row : rows) {
    CAPTURE(row.day);
    CHECK(mirrorctl::days_ago(*base::parse_iso(row.day), now) == row.text);
  }
}

}  // namespace
