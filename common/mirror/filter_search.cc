#include "common/mirror/filter_search.h"

#include <algorithm>
#include <limits>
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

// What the search aids say of a group without a window.
struct GroupSize {
  std::int64_t rows = 0;           ///< of the junction
  std::int64_t fewest_papers = 0;  ///< that carry one of its codes
};

GroupSize size_of(Statements& statements, const arxiv::CategoryGroup& group) {
  GroupSize size;
  std::int64_t primaries = 0;
  for (const std::string& code : group) {
    Rows counts = statements[Sql::kCountsOfCode].query(code);
    if (!counts.next()) continue;
    size.rows += counts.integer(0);
    size.fewest_papers = std::max(size.fewest_papers, counts.integer(0));
    primaries += counts.integer(1);
  }
  size.fewest_papers = std::max(size.fewest_papers, primaries);
  return size;
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
// no row at all, so that nothing can match. `count` counts a group, no further than it is told.
template <class Count>
bool put_driver_first(std::vector<arxiv::CategoryGroup>& groups, std::int64_t fewest,
                      const Count& count) {
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::size_t driver = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::int64_t rows = count(groups[i], fewest);
    if (rows == 0) return false;
    if (rows < fewest) driver = i;
    fewest = std::min(fewest, rows);
  }
  std::swap(groups[0], groups[driver]);
  return true;
}

// The filters, and the walks they allow.
struct Filters {
  Statements& statements;
  arxiv::DateWindow window;
  std::vector<arxiv::CategoryGroup> groups;  ///< the driver first; empty for a window alone
  bool has_window = false;
  bool has_sizes = false;  ///< whether size_of() tells of the groups

  std::unique_ptr<HitWalk> walk(const Order& order) const {
    if (groups.empty()) return walk_window(statements, order, window);
    return in_other_groups(walk_codes(statements, order, window, groups.front()));
  }

  std::unique_ptr<HitWalk> walk_by_id() const {
    return in_other_groups(walk_codes_by_id(statements, groups.front()));
  }

  std::unique_ptr<HitWalk> in_other_groups(std::unique_ptr<HitWalk> walk) const {
    return keep_filed_under(std::move(walk), statements, {groups.begin() + 1, groups.end()});
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

// Past so many hits a page is near in the walk by its date; so many dates are soon looked up.
constexpr std::size_t kFewHits = 500;

// The page of papers in several groups. They are counted in the order in which the index of the
// other groups lies: by date, each paper would be sought on another page of it.
Found page_of_groups(const Filters& filters, const Order& order, const PageBounds& page) {
  Found found;
  std::vector<Hit> few;
  Hit hit;
  for (const auto walk = filters.walk_by_id(); found.total < kMatchCap && walk->next(hit);) {
    if (few.size() < kFewHits) few.push_back(hit);
    ++found.total;
  }
  found.is_lower_bound = found.total >= kMatchCap;
  if (found.total > static_cast<std::int64_t>(few.size())) {
    const auto end = static_cast<std::int64_t>(page.end());
    found.hits = page_along(*filters.walk(order), page, end).hits;
    return found;
  }
  FirstHits first(order, page.end());
  for (Hit& one : few) {
    Rows dates = filters.statements[Sql::kDatesOfPaper].query(one.paper_id);
    if (!dates.next()) continue;
    one.published = dates.text(0);
    one.updated = dates.text(1);
    first.add(std::move(one));
  }
  found.hits = std::move(first).take_from(page.start);
  return found;
}

std::int64_t data_version(Statements& statements) {
  Rows rows = statements[Sql::kDataVersion].query();
  return rows.next() ? rows.integer(0) : 0;
}

// Puts the driver of several groups first; false when nothing can match.
bool order_groups(Filters& filters) {
  if (filters.groups.size() < 2) return true;
  if (filters.has_sizes) {
    return put_driver_first(
        filters.groups, std::numeric_limits<std::int64_t>::max(),
        [&](const auto& group, std::int64_t) { return size_of(filters.statements, group).rows; });
  }
  return put_driver_first(filters.groups, kDriverRowsCounted,
                          [&](const auto& group, std::int64_t limit) {
                            return count_group(filters.statements, filters.window, group, limit);
                          });
}

// The total, where one group's sizes tell it without its papers.
std::optional<Counted> count_by_sizes(const Filters& filters) {
  if (filters.groups.size() != 1) return std::nullopt;
  if (!filters.has_sizes) {
    if (!filters.is_lone_code()) return std::nullopt;
    const std::string& code = filters.groups[0][0];
    return Counted{count_code(filters.statements, filters.window, code, kNoLimit), false,
                   filters.groups};
  }
  const GroupSize size = size_of(filters.statements, filters.groups[0]);
  if (filters.is_lone_code()) return Counted{size.rows, false, filters.groups};
  if (size.fewest_papers < kMatchCap) return std::nullopt;
  return Counted{kMatchCap, true, filters.groups};
}

// `known` is the total where it is known already, and then the page alone is looked for. A walk by
// `updated` under a window passes by papers outside it, so it pays only where sorting the
// window's would be worse: at the cap.
Found search(const Filters& filters, const Order& order, const PageBounds& page,
             std::optional<std::int64_t> known) {
  const auto end = static_cast<std::int64_t>(page.end());
  if (!known && filters.groups.size() > 1 && !filters.has_window)
    return page_of_groups(filters, order, page);
  if (!filters.has_window || order.date == &Hit::published) {
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
                  counted ? counted->groups : query.groups, query.window.has_value(),
                  !counted && !query.window && statements.has_search_aids()};
  if (!counted && !order_groups(filters)) return {};
  if (!counted) counted = count_by_sizes(filters);
  Found found =
      search(filters, order, page, counted ? std::optional(counted->total) : std::nullopt);
  if (counted) {
    found.total = counted->total;
    found.is_lower_bound = counted->is_lower_bound;
  }
  statements.totals().keep(version, query,
                           {found.total, found.is_lower_bound, std::move(filters.groups)});
  return found;
}

}  // namespace mirror
