#include "common/mirror/known_totals.h"

#include <doctest/doctest.h>

namespace {

using arxiv::MirrorQuery;
using mirror::KnownTotals;

MirrorQuery of(std::vector<arxiv::CategoryGroup> groups,
               std::optional<arxiv::DateWindow> window = {}) {
  MirrorQuery query;
  query.groups = std::move(groups);
  query.window = std::move(window);
  return query;
}

TEST_CASE("a total is found for its own search alone, whatever its codes hold") {
  const MirrorQuery queries[] = {
      of({{"cs.AI", "cs.LG"}}),
      of({{"cs.AI\ncs.LG"}}),
      of({{"cs.AI"}, {"cs.LG"}}),
      of({{"cs.AI5:cs.LG"}}),
      of({{"cs.AI+cs.LG"}}),
      of({{"cs.AI"}}, arxiv::DateWindow{"cs.LG", ""}),
      of({}, arxiv::DateWindow{"cs.AI", "cs.LG"}),
      of({}),
  };
  KnownTotals totals;
  for (std::int64_t i = 0; i < std::ssize(queries); ++i) {
    CAPTURE(i);
    CHECK_FALSE(totals.find(1, queries[i]).has_value());
    totals.keep(1, queries[i], {i, false, queries[i].groups});
  }
  for (std::int64_t i = 0; i < std::ssize(queries); ++i)
    CHECK(totals.find(1, queries[i])->total == i);
  CHECK_FALSE(totals.find(2, queries[0]).has_value());
}

}  // namespace
