#include "common/base/clock.h"

#include <cstdint>

#include <doctest/doctest.h>

namespace {

using std::chrono::milliseconds;

base::WallTime at(std::int64_t count) {
  return base::WallTime(milliseconds(count));
}

TEST_CASE("an instant is written as the mirror file stores it") {
  struct Row {
    std::int64_t milliseconds;
    const char* iso;
    const char* date;
  };
  const Row rows[] = {
      {0, "1970-01-01T00:00:00.000Z", "1970-01-01"},
      {1, "1970-01-01T00:00:00.001Z", "1970-01-01"},
      {-1, "1969-12-31T23:59:59.999Z", "1969-12-31"},
      {951'782'400'000, "2000-02-29T00:00:00.000Z", "2000-02-29"},
      {1'705'949'941'007, "2024-01-22T18:59:01.007Z", "2024-01-22"},
      {253'402'300'799'999, "9999-12-31T23:59:59.999Z", "9999-12-31"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.iso);
    CHECK(base::to_iso(at(row.milliseconds)) == row.iso);
    CHECK(base::to_date(at(row.milliseconds)) == row.date);
    CHECK(base::parse_iso(row.iso) == at(row.milliseconds));
  }
}

TEST_CASE("parse_iso reads a date, alone or with a time in UTC") {
  struct Row {
    const char* text;
    std::int64_t milliseconds;
  };
  const Row rows[] = {
      {"2024-01-22", 1'705'881'600'000},
      {"2024-01-22T18:59:01Z", 1'705'949'941'000},
      {"2024-01-22T18:59:01.5Z", 1'705'949'941'500},
      {"2024-01-22T18:59:01.0079999Z", 1'705'949'941'007},
      {"2016-12-31T23:59:60Z", 1'483'228'800'000},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(base::parse_iso(row.text) == at(row.milliseconds));
  }
}

TEST_CASE("parse_iso refuses other forms and days that do not exist") {
  const char* rows[] = {
      "",
      "2024",
      "2024-1-2",
      "2024-01-2x",
      "2024/01/22",
      "2023-02-29",
      "2024-00-10",
      "2024-13-10",
      "2024-01-00",
      "2024-01-32",
      " 2024-01-22",
      "2024-01-22 ",
      "2024-01-22T",
      "2024-01-22T18:59Z",
      "2024-01-22T18:59:01",
      "2024-01-22T18:59:01+00:00",
      "2024-01-22T18:59:01.Z",
      "2024-01-22T18:59:01.5",
      "2024-01-22T24:00:00Z",
      "2024-01-22T18:60:00Z",
      "2024-01-22T18:59:61Z",
      "2024-01-22t18:59:01Z",
      "2024-01-22T18:59:01ZZ",
      "-024-01-22",
  };
  for (const char* row : rows) {
    CAPTURE(row);
    CHECK_FALSE(base::parse_iso(row));
  }
}

TEST_CASE("parse_email_date reads arXivRaw's dates") {
  struct Row {
    const char* text;
    const char* iso;
  };
  const Row rows[] = {
      {"Mon, 22 Jan 2024 18:59:01 GMT", "2024-01-22T18:59:01.000Z"},
      {"22 Jan 2024 18:59:01 GMT", "2024-01-22T18:59:01.000Z"},
      {"Fri, 2 Jun 1995 00:00:00 GMT", "1995-06-02T00:00:00.000Z"},
      {"Fri,  02 JUN 1995 00:00:00 UTC", "1995-06-02T00:00:00.000Z"},
      {"Sat, 31 Dec 2016 23:30:00 -0500", "2017-01-01T04:30:00.000Z"},
      {"Sun, 1 Jan 2017 01:15:00 +0130", "2016-12-31T23:45:00.000Z"},
      {"Thu, 29 Feb 1996 12:00:00", "1996-02-29T12:00:00.000Z"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(base::parse_email_date(row.text) == base::parse_iso(row.iso));
  }
}

TEST_CASE("parse_email_date refuses what it does not understand") {
  const char* rows[] = {
      "",
      "Mon,",
      "Mon, 22 Jan 2024",
      "Mon, 22 Jan 2024 18:59 GMT",
      "Mon, 22 Jan 24 18:59:01 GMT",
      "Mon, 22 Foo 2024 18:59:01 GMT",
      "Mon, 022 Jan 2024 18:59:01 GMT",
      "Mon, 30 Feb 2024 18:59:01 GMT",
      "Mon, 22 Jan 2024 18:59:01 EST",
      "Mon, 22 Jan 2024 18:59:01 +2400",
      "Mon, 22 Jan 2024 18:59:01 +0060",
      "Mon, 22 Jan 2024 18:59:01 GMT extra",
      "Mon, x2 Jan 2024 18:59:01 GMT",
  };
  for (const char* row : rows) {
    CAPTURE(row);
    CHECK_FALSE(base::parse_email_date(row));
  }
}

TEST_CASE("the present lies between two readings of the system clock") {
  const auto before = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
  const base::WallTime now = base::wall_now();
  CHECK(before <= now);
  CHECK(now <= std::chrono::system_clock::now());
}

}  // namespace
