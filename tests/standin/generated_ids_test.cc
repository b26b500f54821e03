#include "tests/standin/generated_ids.h"

#include <doctest/doctest.h>

#include "common/arxiv/paper_id.h"
#include "common/arxiv/taxonomy.h"

using standin::PaperNumber;

TEST_CASE("numbers become the identifiers of their years") {
  const struct {
    PaperNumber number;
    std::string_view id;
  } rows[] = {
      {{0, 0}, "hep-th/9501001"},    {{0, 12}, "cmp-lg/9501001"},  {{0, 13}, "hep-th/9501002"},
      {{35, 3}, "cmp-lg/9712001"},   {{36, 0}, "gr-qc/9801001"},   {{36, 10}, "gr-qc/9801002"},
      {{60, 3}, "cond-mat/0001001"}, {{146, 4}, "hep-th/0703001"}, {{147, 0}, "0704.0001"},
      {{239, 9998}, "1412.9999"},    {{240, 0}, "1501.00001"},     {{371, 99998}, "2512.99999"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.id);
    CHECK(standin::paper_id(row.number) == row.id);
    CHECK(standin::parse_paper_number(row.id) == row.number);
  }
}

TEST_CASE("every identifier is one, and reads back") {
  for (int month = 0; month < 372; ++month) {
    const std::size_t capacity = standin::month_capacity(month);
    for (const std::size_t serial : {std::size_t{0}, std::size_t{77}, capacity - 1}) {
      const PaperNumber number{month, serial};
      const std::string id = standin::paper_id(number);
      CAPTURE(id);
      CHECK(standin::parse_paper_number(id) == number);
      const auto parsed = arxiv::parse_paper_id(id);
      REQUIRE(parsed);
      CHECK(parsed->canonical() == id);
    }
  }
}

TEST_CASE("identifiers that the generator does not make are refused") {
  for (const std::string_view id :
       {"", "abc", "0704.00001", "1501.0001", "1501.00000", "hep-th/9501000", "hep-th/0704001",
        "alg-geom/9801001", "math-ph/0001001", "9412.0001", "1513.00001", "hep-th/9501001v1",
        "1501.00001v2", "HEP-TH/9501001"}) {
    CAPTURE(id);
    CHECK_FALSE(standin::parse_paper_number(id));
  }
}

TEST_CASE("days and months agree") {
  CHECK(standin::month_of(standin::first_day(0)) == 0);
  for (int month = 1; month < 372; ++month) {
    CHECK(standin::month_of(standin::first_day(month)) == month);
    CHECK(standin::month_of(standin::first_day(month) - std::chrono::days(1)) == month - 1);
  }
}
