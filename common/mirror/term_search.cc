#include "common/mirror/term_search.h"

#include <algorithm>
#include <utility>

#include "common/base/fault.h"
#include "common/mirror/hit_walk.h"
#include "common/mirror/reader.h"

namespace mirror {
namespace {

// The first step is where FTS5 reads the expression. Its own errors there are plain SQLITE_ERROR,
// which a prepared statement on an intact file has no other cause for.
std::int64_t count_matches(Statements& statements, const std::string& match) {
  Statement& count = statements[Sql::kMatchCount];
  try {
    Rows rows = count.query(match, kMatchCap);
    return rows.next() ? rows.integer(0) : 0;
  } catch (const SqliteFault& fault) {
    if (fault.primary_code() != SQLITE_ERROR) throw;
    throw base::Fault(base::Code::kValidation, "unsupported_query_syntax",
                      "The mirror's full-text index cannot read this query.");
  }
}

// The score is worked out only where it orders, the paper's row read only where it is asked and
// nothing spares it.
Sql statement_for(bool by_score, bool asks_paper, bool aided) {
  if (by_score && !asks_paper) return Sql::kMatches;
  if (by_score) return aided ? Sql::kAidedScores : Sql::kScoredPapers;
  return aided ? Sql::kAidedMatches : Sql::kMatchedPapers;
}

Hit hit_of(const Rows& rows, const Order& order) {
  Hit hit;
  hit.rowid = rows.integer(0);
  if (order.date == nullptr) {
    hit.score = rows.real(1);
  } else {
    hit.*order.date = date_of(rows, order.date == &Hit::published ? 1 : 2);
  }
  return hit;
}

// A step along an index costs a fraction of reading a match's own row, which the walk is to spare.
constexpr std::int64_t kStepsByDate = 4;
constexpr std::int64_t kStepsInWindow = 2;

// How far a walk by date goes until it has met a page of the matches, were they spread evenly.
std::int64_t steps_to_page(Statements& statements, const PageBounds& page, std::int64_t count) {
  Rows rows = statements[Sql::kLastRow].query();
  const std::int64_t papers = rows.next() ? rows.integer(0) : 0;
  constexpr std::int64_t kTooMany = 1'000'000'000;  // no file has so many papers
  return std::min(papers, kTooMany) / std::max<std::int64_t>(count, 1) *
         static_cast<std::int64_t>(page.end());
}

std::vector<std::int64_t> matched_rows(Statements& statements, const std::string& match) {
  std::vector<std::int64_t> matched;
  Rows rows = statements[Sql::kMatchedRows].query(match);
  while (rows.next())
    matched.push_back(rows.integer(0));
  return matched;
}

// Meets the matches in the order of a date, without reading one of their rows; nothing where the
// walk passes by too many other papers to be worth it.
std::optional<Found> find_along_dates(Statements& statements, const arxiv::MirrorQuery& query,
                                      const Order& order, const PageBounds& page,
                                      std::int64_t count) {
  if (order.date == nullptr || !query.groups.empty()) return std::nullopt;
  const bool whole_window = query.window.has_value();
  std::int64_t steps = count * (whole_window ? kStepsInWindow : kStepsByDate);
  if (!whole_window && steps_to_page(statements, page, count) > steps) return std::nullopt;
  const std::vector<std::int64_t> rows = matched_rows(statements, query.match);
  const auto walk = walk_window(statements, whole_window ? Order{} : order,
                                query.window.value_or(arxiv::DateWindow{"", "\U0010FFFF"}));
  Found found;
  FirstHits first(order, page.end());
  Hit hit;
  const auto wanted = static_cast<std::int64_t>(page.end());
  while ((whole_window || found.total < wanted) && walk->next(hit)) {
    if (--steps < 0) return std::nullopt;
    if (!std::binary_search(rows.begin(), rows.end(), hit.rowid)) continue;
    ++found.total;
    first.add(hit);
  }
  if (!whole_window) found.total = static_cast<std::int64_t>(rows.size());
  found.hits = std::move(first).take_from(page.start);
  return found;
}

Found find_among_matches(Statements& statements, const arxiv::MirrorQuery& query,
                         const Order& order, const PageBounds& page) {
  const bool by_score = order.date == nullptr;
  const bool filters = query.window.has_value() || !query.groups.empty();
  const bool asks_paper = filters || !by_score;
  const Sql sql = statement_for(by_score, asks_paper, asks_paper && statements.has_search_aids());
  statements.filter().set(query.window, query.groups);
  Found found;
  FirstHits first(order, page.end());
  for (Rows rows = statements[sql].query(query.match); rows.next(); ++found.total)
    first.add(hit_of(rows, order));
  found.hits = std::move(first).take_from(page.start);
  return found;
}

}  // namespace

Found find_by_term(Statements& statements, const arxiv::MirrorQuery& query, const Order& order,
                   const PageBounds& page, bool ends_at_cap) {
  const std::int64_t count = count_matches(statements, query.match);
  if (ends_at_cap && count >= kMatchCap) return {{}, kMatchCap, true, true};
  if (count == 0) return {};
  std::optional<Found> along = find_along_dates(statements, query, order, page, count);
  Found found = along ? std::move(*along) : find_among_matches(statements, query, order, page);
  found.match_reaches_cap = count >= kMatchCap;
  found.is_lower_bound = found.total >= kMatchCap;
  found.total = std::min(found.total, kMatchCap);
  return found;
}

}  // namespace mirror
