#include "common/mirror/filter_search.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/mirror/hit_walk.h"
#include "common/mirror/reader.h"

namespace mirror {
namespace {

// Past the largest single code, so that driving groups can be told apart (contract 10.2).
constexpr std::int64_t kDriverRowsCounted = 300'000;

// Every stored date lies in it.
const arxiv::DateWindow kAllDates{"", "\U0010FFFF"};

constexpr std::int64_t kNoLimit = -1;

std::int64_t count_code(Statements& statements, const arxiv::DateWindow& window,
                        const std::string& code, std::int64_t limit) {
  Rows rows = statements[Sql::kCodeCount].query(code, window.from, window.to, limit);
  return rows.next() ? rows.integer(0) : 0;
}

// The junction rows of `group`, no further than `limit`.
std::int64_t count_group(Statements& statements, const arxiv::DateWindow& window,
                         const arxiv::CategoryGroup& group, std::int64_t limit) {
  std::int64_t count = 0;
  for (const std::string& code : group) {
    if (count >= limit) break;
    count += count_code(statements, window, code, limit - count);
  }
  return count;
}

// Moves the group with the fewest rows to the front, fewer codes winning ties. False when one has
// no row at all, so that nothing can match.
bool put_driver_first(Statements& statements, const arxiv::DateWindow& window,
                      std::vector<arxiv::CategoryGroup>& groups) {
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::int64_t fewest = kDriverRowsCounted;
  std::size_t driver = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::int64_t count = count_group(statements, window, groups[i], fewest);
    if (count == 0) return false;
    if (count < fewest) driver = i;
    fewest = std::min(fewest, count);
  }
  std::swap(groups[0], groups[driver]);
  return true;
}

// The filters, and the walks they allow.
struct Filters {
  Statements& statements;
  arxiv::DateWindow window;
  std::vector<arxiv::CategoryGroup> groups;  ///< the driver first; empty for a window alone

  std::unique_ptr<HitWalk> walk(const Order& order) const {
    if (groups.empty()) return walk_window(statements, order, window);
    return keep_filed_under(walk_codes(statements, order, window, groups.front()), statements,
                            {groups.begin() + 1, groups.end()});
  }

  bool is_lone_code() const { return groups.size() == 1 && groups.front().size() == 1; }
};

// The page in the order of `walk`, counting to `count_to`.
Found page_along(HitWalk& walk, const PageBounds& page, std::int64_t count_to) {
  Found found;
  Hit hit;
  while (found.total < count_to && walk.next(hit)) {
    const auto at = static_cast<std::size_t>(found.total++);
    if (at >= page.start && at < page.end()) found.hits.push_back(hit);
  }
  found.is_lower_bound = found.total >= count_to;
  return found;
}

// The page of what `walk` yields up to the cap, sorted.
Found page_sorted(HitWalk& walk, const Order& order, const PageBounds& page) {
  Found found;
  FirstHits first(order, page.end());
  Hit hit;
  while (found.total < kMatchCap && walk.next(hit)) {
    first.add(hit);
    ++found.total;
  }
  found.hits = std::move(first).take_from(page.start);
  found.is_lower_bound = found.total >= kMatchCap;
  return found;
}

std::int64_t data_version(Statements& statements) {
  Rows rows = statements[Sql::kDataVersion].query();
  return rows.next() ? rows.integer(0) : 0;
}

Counted count_lone_code(const Filters& filters) {
  const std::string& code = filters.groups[0][0];
  return {count_code(filters.statements, filters.window, code, kNoLimit), false, filters.groups};
}

// `known` is the total where it is known already, and then the page alone is looked for. A walk by
// `updated` under a window passes by papers outside it, so it pays only where sorting the
// window's would be worse: at the cap.
Found search(const Filters& filters, const Order& order, const PageBounds& page,
             bool walk_meets_only_hits, std::optional<std::int64_t> known) {
  const auto end = static_cast<std::int64_t>(page.end());
  if (walk_meets_only_hits) {
    const std::int64_t count_to = known ? end : kMatchCap;
    return page_along(*filters.walk(order), page, count_to);
  }
  Found found;
  found.is_lower_bound = known >= kMatchCap;
  if (!found.is_lower_bound) found = page_sorted(*filters.walk(Order{}), order, page);
  if (found.is_lower_bound) found.hits = page_along(*filters.walk(order), page, end).hits;
  return found;
}

}  // namespace

Found find_by_filters(Statements& statements, const arxiv::MirrorQuery& query, const Order& order,
                      const PageBounds& page) {
  const std::int64_t version = data_version(statements);
  std::optional<Counted> counted = statements.totals().find(version, query);
  Filters filters{statements, query.window.value_or(kAllDates),
                  counted ? counted->groups : query.groups};
  if (!counted && filters.groups.size() > 1 &&
      !put_driver_first(statements, filters.window, filters.groups))
    return {};
  if (!counted && filters.is_lone_code()) counted = count_lone_code(filters);
  const bool walk_meets_only_hits = !query.window || order.date == &Hit::published;
  Found found = search(filters, order, page, walk_meets_only_hits,
                       counted ? std::optional(counted->total) : std::nullopt);
  if (counted) {
    found.total = counted->total;
    found.is_lower_bound = counted->is_lower_bound;
  }
  statements.totals().keep(version, query,
                           {found.total, found.is_lower_bound, std::move(filters.groups)});
  return found;
}

}  // namespace mirror
