#include "harvestd/run/progress_text.h"

#include <doctest/doctest.h>

#include "common/base/json.h"

namespace {

using harvest::milliseconds;
using harvest::Totals;

Totals totals() {
  Totals totals;
  totals.pages = 12;
  totals.records = 15'600;
  totals.tombstones = 1;
  totals.last_datestamp = "2011-05-31";
  return totals;
}

TEST_CASE("numbers have separators") {
  CHECK(harvest::with_separators(0) == "0");
  CHECK(harvest::with_separators(999) == "999");
  CHECK(harvest::with_separators(1000) == "1,000");
  CHECK(harvest::with_separators(1'234'567) == "1,234,567");
  CHECK(harvest::with_separators(-123) == "-123");
  CHECK(harvest::with_separators(-1234) == "-1,234");
}

TEST_CASE("the live line tells pages, records, rate and day") {
  CHECK(harvest::live_line(totals(), milliseconds(4000), 120) ==
        "15,600 records  12 pages  3,900 records/s  up to 2011-05-31  4 s");
  Totals one;
  one.pages = 1;
  one.records = 1;
  CHECK(harvest::live_line(one, milliseconds(500), 120) == "1 record  1 page  0 s");
}

TEST_CASE("the first fill tells papers of all papers") {
  CHECK(harvest::indexing_line(25'000, 1'000'000) == "indexing 25,000/1,000,000 papers");
}

TEST_CASE("a bar and the time left show where the size of the list is known and holds") {
  Totals known = totals();
  known.expected = 62'404;
  CHECK(harvest::live_line(known, milliseconds(4000), 120) ==
        "[#####...............] 25%  15,600 records  12 pages  3,900 records/s  up to 2011-05-31  "
        "12 s left");
  known.expected = 15'601;
  CHECK(harvest::live_line(known, milliseconds(4000), 120).find("[####################] 100%") ==
        0);
  for (const std::int64_t wrong : {0, 1, 15'600}) {
    known.expected = wrong;
    CHECK(harvest::live_line(known, milliseconds(4000), 120) ==
          harvest::live_line(totals(), milliseconds(4000), 120));
  }
}

TEST_CASE("the live line fits every width, the day kept longest") {
  Totals known = totals();
  known.expected = 62'404;
  for (std::size_t width = 0; width < 120; ++width) {
    const std::string line = harvest::live_line(known, milliseconds(4000), width);
    CAPTURE(width);
    CHECK(line.size() <= width);
    CHECK((line.find("up to 2011-05-31") != std::string::npos) == (width >= 16));
  }
}

TEST_CASE("the plain line is whole") {
  CHECK(harvest::plain_line(totals(), milliseconds(4000)) ==
        "12 pages, 15,600 records, 1 tombstone, up to 2011-05-31, 4 s, 3,900 records/s");
  Totals skipping;
  skipping.pages = 1;
  skipping.skipped = 1000;
  CHECK(harvest::plain_line(skipping, milliseconds(1000)) ==
        "1 page, 0 records, 0 tombstones, 1,000 without metadata, 1 s, 0 records/s");
}

TEST_CASE("the summary says how it ended") {
  CHECK(harvest::summary_line("drained", totals(), milliseconds(4000)) ==
        "Harvest complete (drained): " + harvest::plain_line(totals(), milliseconds(4000)));
  CHECK(harvest::summary_line("partial", totals(), milliseconds(4000)) ==
        "Stopped at the budget (partial); the next refresh goes on: " +
            harvest::plain_line(totals(), milliseconds(4000)));
}

TEST_CASE("JSON says the same with names") {
  CHECK(harvest::json_progress(totals(), milliseconds(4250)) ==
        R"({"event":"progress","pages":12,"records":15600,"tombstones":1,"skipped":0,)"
        R"("last_datestamp":"2011-05-31","seconds":4.25})");
  CHECK(harvest::json_indexing(25'000, 1'000'000, milliseconds(4250)) ==
        R"({"event":"indexing","indexed":25000,"papers":1000000,"seconds":4.25})");
  CHECK(harvest::json_end("partial", Totals{}, milliseconds(0), "", "") ==
        R"({"event":"end","outcome":"partial","pages":0,"records":0,"tombstones":0,"skipped":0,)"
        R"("last_datestamp":null,"seconds":0.0})");
  const auto failed =
      json::parse(harvest::json_end("failed", totals(), milliseconds(1), "a \"b\"\n", "stalled"));
  REQUIRE(failed);
  CHECK(json::text(*json::find(*failed, "outcome")) == "failed");
  CHECK(json::text(*json::find(*failed, "error")) == "a \"b\"\n");
  CHECK(json::text(*json::find(*failed, "reason")) == "stalled");
}

}  // namespace
