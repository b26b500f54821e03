#include "common/base/number.h"

#include <limits>

#include <doctest/doctest.h>

namespace {

TEST_CASE("numbers are grouped by thousands") {
  struct Row {
    std::int64_t number;
    const char* text;
  };
  const Row rows[] = {
      {0, "0"},          {999, "999"},
      {1000, "1,000"},   {3041223, "3,041,223"},
      {-12, "-12"},      {-123, "-123"},
      {-1234, "-1,234"}, {std::numeric_limits<std::int64_t>::min(), "-9,223,372,036,854,775,808"},
  };
  for (const Row& row : rows) {
    CHECK(base::with_separators(row.number) == row.text);
  }
}

TEST_CASE("digits alone spell a number") {
  struct Row {
    const char* text;
    std::optional<int> number;
  };
  const Row rows[] = {
      {"0", 0},     {"007", 7},         {"2147483647", 2147483647},
      {"", {}},     {"2147483648", {}}, {"99999999999999999999", {}},
      {"-1", {}},   {"-0", {}},         {"+1", {}},
      {" 1", {}},   {"1 ", {}},         {"1.0", {}},
      {"0x10", {}}, {"\xD9\xA1", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(base::parse_number<int>(row.text) == row.number);
  }
}

}  // namespace
