#include <doctest/doctest.h>

#include "common/arxiv/date_stamp.h"
#include "common/arxiv/query.h"
#include "common/base/fault.h"
#include "tests/common/arxiv/vectors.h"

using namespace arxiv;

namespace {

struct Refusal {
  std::string message;
  std::vector<std::string> fields;
};

std::optional<Refusal> refusal(std::string_view from, std::string_view to) {
  try {
    date_window(from, to);
  } catch (const base::Fault& fault) {
    CHECK(fault.code() == base::Code::kValidation);
    CHECK(fault.reason() == "invalid_date_range");
    Refusal refused{fault.message(), {}};
    for (const auto& [name, value] : fault.data()) {
      refused.fields.push_back(name + "=" + std::get<std::string>(value));
    }
    return refused;
  }
  return std::nullopt;
}

bool holds(const DateWindow& window, std::string_view instant) {
  return window.from <= instant && instant <= window.to;
}

}  // namespace

TEST_CASE("a window opens with its first day and closes with the midnight after its last") {
  struct Row {
    const char* from;
    const char* to;
    DateWindow window;
  };
  const Row rows[] = {
      {"2024-03-10", "2024-03-12", {"2024-03-10T00:00:00.000Z", "2024-03-13T00:00:00.000Z"}},
      {"2024-01-01", "", {"2024-01-01T00:00:00.000Z", "3000-01-01T00:00:00.000Z"}},
      {"", "2024-12-31", {"1991-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"}},
      {"2024-02-29", "2024-02-29", {"2024-02-29T00:00:00.000Z", "2024-03-01T00:00:00.000Z"}},
      {"", "2021-03-10", {"1991-01-01T00:00:00.000Z", "2021-03-11T00:00:00.000Z"}},
      {"0001-01-01", "9999-12-31", {"0001-01-01T00:00:00.000Z", "9999-12-31T23:59:00.000Z"}},
      {"3500-01-01", "", {"3500-01-01T00:00:00.000Z", "3000-01-01T00:00:00.000Z"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.to);
    CHECK(date_window(row.from, row.to) == row.window);
  }
  CHECK_FALSE(date_window("", ""));
}

TEST_CASE("instants inside and outside a window") {
  const auto day = date_window("2024-03-10", "2024-03-10");
  REQUIRE(day);
  for (const char* in : {"2024-03-10T00:00:00.000Z", "2024-03-10T12:00:00.000Z",
                         "2024-03-10T23:59:30.000Z", "2024-03-11T00:00:00.000Z"}) {
    CHECK(holds(*day, in));
  }
  CHECK_FALSE(holds(*day, "2024-03-09T23:59:59.000Z"));
  CHECK_FALSE(holds(*day, "2024-03-11T00:00:01.000Z"));
  const auto next = date_window("2024-03-11", "2024-03-12");
  REQUIRE(next);
  CHECK(holds(*next, "2024-03-13T00:00:00.000Z"));
  CHECK_FALSE(holds(*next, "2024-03-13T00:00:01.000Z"));
  CHECK(intersect(*day, *next) == DateWindow{day->to, next->from});
  CHECK(day->to == next->from);
}

TEST_CASE("days that do not exist and other forms are refused by the field's name") {
  for (const char* wrong :
       {"2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-1-1",
        "20240101", "2024/01/01", "2024-01-01T00:00:00Z", "2024-01-01 ", " ", "tomorrow",
        "\xD9\xA2\xD9\xA0\xD9\xA2\xD9\xA4-01-01"}) {
    CAPTURE(wrong);
    const auto first = refusal(wrong, "");
    REQUIRE(first);
    CHECK(first->message.starts_with("submitted_from "));
    CHECK(first->fields == std::vector<std::string>{std::string("submitted_from=") + wrong});
    const auto second = refusal("2024-01-01", wrong);
    REQUIRE(second);
    CHECK(second->message.starts_with("submitted_to "));
    CHECK(second->fields == std::vector<std::string>{std::string("submitted_to=") + wrong});
  }
  CHECK(refusal(testing::repeated("9", 100'000), "")->message.size() < 200);
}

TEST_CASE("dates out of order are refused with both") {
  const auto refused = refusal("2024-03-11", "2024-03-10");
  REQUIRE(refused);
  CHECK(refused->fields ==
        std::vector<std::string>{"submitted_from=2024-03-11", "submitted_to=2024-03-10"});
  CHECK_FALSE(refusal("2024-03-10", "2024-03-10"));
}

TEST_CASE("the intersection of windows") {
  const DateWindow a{"2024-01-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"};
  const DateWindow b{"2024-02-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z"};
  const DateWindow c{"2025-01-01T00:00:00.000Z", "2025-02-01T00:00:00.000Z"};
  CHECK(intersect(a, b) == DateWindow{b.from, a.to});
  CHECK(intersect(b, a) == intersect(a, b));
  CHECK(intersect(a, a) == a);
  CHECK(intersect(a, c).from > intersect(a, c).to);
}

TEST_CASE("stamps and instants name the same minutes") {
  for (const char* stamp : {"199101010000", "202402292359", "300001010000", "000101010101"}) {
    const auto instant = instant_of_stamp(stamp);
    REQUIRE(instant);
    CHECK(stamp_of_instant(*instant) == stamp);
  }
  CHECK(stamp_of_instant("2024-03-10T11:22:33.444Z") == "202403101122");
  for (const char* wrong : {"", "2024", "2024010100000", "20240101000x", "202401012400",
                            "202402300000", "202401010060", "+02401010000"}) {
    CAPTURE(wrong);
    CHECK_FALSE(instant_of_stamp(wrong));
  }
}
