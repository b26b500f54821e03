#include "harvestd/writer/checkpoint.h"

#include <doctest/doctest.h>

namespace {

TEST_CASE("a checkpoint is a day between arXiv's first datestamp and tomorrow") {
  const std::string latest =
      mirror::latest_datestamp(base::parse_iso("2026-10-08T23:59:59.000Z").value());
  CHECK(latest == "2026-10-09");
  struct Case {
    std::string day;
    std::string says;  ///< empty for one to go on from
  };
  const Case cases[] = {
      {"2005-09-16", ""},
      {"2026-10-09", ""},
      {"2026-10-10", "is to come"},
      {"9999-12-31", "is to come"},
      {"2005-09-15", "is before arXiv's first datestamp"},
      {"0001-01-01", "is before arXiv's first datestamp"},
      {"", "is no day"},
      {"soon", "is no day"},
      {"2026-02-30", "is no day"},
      {"2026-10-08T00:00:00Z", "is no day"},
      {" 2026-10-08", "is no day"},
      {"2026-10-08\n", "is no day"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.day);
    const auto problem = mirror::checkpoint_problem(one.day, latest);
    CHECK(problem.has_value() == !one.says.empty());
    CHECK(problem.value_or("").starts_with(one.says));
  }
}

}  // namespace
