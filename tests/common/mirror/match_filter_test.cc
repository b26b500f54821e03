#include "common/mirror/match_filter.h"

#include <doctest/doctest.h>

namespace {

struct Filtered {
  mirror::Database database{":memory:", SQLITE_OPEN_READWRITE};
  mirror::MatchFilter filter{database};

  bool passes(const std::string& published, const std::string& codes) const {
    return database.integer("SELECT passes_filters(" + published + ", '" + codes + "')") == 1;
  }
};

TEST_CASE("without filters everything passes") {
  const Filtered filtered;
  CHECK(filtered.passes("NULL", ""));
  CHECK(filtered.passes("'some day'", "cs.LG"));
}

TEST_CASE("a window takes a date as text and as seconds alike") {
  Filtered filtered;
  struct Case {
    arxiv::DateWindow window;
    const char* published;
    bool passes;
  };
  const arxiv::DateWindow minute{"1970-01-01T00:00:00.000Z", "1970-01-01T00:01:00.000Z"};
  const arxiv::DateWindow years{"1969", "1970-01-01T00:00:30"};
  const Case cases[] = {
      {minute, "0", true},
      {minute, "60", true},
      {minute, "-1", false},
      {minute, "61", false},
      {minute, "'1970-01-01T00:00:00.000Z'", true},
      {minute, "'1970-01-01T00:00:59.999Z'", true},
      {minute, "'1970-01-01T00:01:00.001Z'", false},
      {minute, "'Thu, 1 Jan 1970'", false},
      {minute, "NULL", false},
      {years, "29", true},
      {years, "30", false},  // whose text goes on behind the bound
      {years, "-31536000", true},
      {years, "-31536001", false},
      {{"", "\U0010FFFF"}, "0", true},
      {{"", "\U0010FFFF"}, "'some day'", true},
      {{"1970-01-01T00:00:00.500Z", "1970-01-01T00:01:00.000Z"}, "0", false},
      {{"1970-01-01T00:00:00.500Z", "1970-01-01T00:01:00.000Z"}, "1", true},
  };
  for (const Case& one : cases) {
    CAPTURE(one.window.from);
    CAPTURE(one.window.to);
    CAPTURE(one.published);
    filtered.filter.set(one.window, {});
    CHECK(filtered.passes(one.published, "") == one.passes);
  }
}

TEST_CASE("a code of each group has to be listed as a whole word") {
  Filtered filtered;
  filtered.filter.set(std::nullopt, {{"cs.AI", "cs.LG"}, {"math", "stat.ML"}});
  CHECK(filtered.passes("0", "stat.ML cs.LG"));
  CHECK(filtered.passes("0", "math  hep-th cs.AI"));
  CHECK(!filtered.passes("0", "cs.LG cs.AI"));
  CHECK(!filtered.passes("0", "cs.LG math.AG"));
  CHECK(!filtered.passes("0", "cs.LGX stat.ML"));
  CHECK(!filtered.passes("0", ""));
  filtered.filter.set(std::nullopt, {});
  CHECK(filtered.passes("0", "hep-th"));
}

TEST_CASE("a date that a row has in seconds is read as the text it stands for") {
  const mirror::Database database(":memory:", SQLITE_OPEN_READWRITE);
  mirror::Statement statement(database, "SELECT 1709251199, -62167219200, 'some day', '12'");
  mirror::Rows rows = statement.query();
  REQUIRE(rows.next());
  CHECK(mirror::date_of(rows, 0) == "2024-02-29T23:59:59.000Z");
  CHECK(mirror::date_of(rows, 1) == "0000-01-01T00:00:00.000Z");
  CHECK(mirror::date_of(rows, 2) == "some day");
  CHECK(mirror::date_of(rows, 3) == "12");
}

}  // namespace
