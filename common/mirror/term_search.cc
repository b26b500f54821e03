#include "common/mirror/term_search.h"

#include <algorithm>
#include <utility>

#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/mirror/reader.h"

namespace mirror {
namespace {

// The first step is where FTS5 reads the expression. Its own errors there are plain SQLITE_ERROR,
// which a prepared statement on an intact file has no other cause for.
bool reaches_cap(Statements& statements, const std::string& match) {
  Statement& count = statements[Sql::kMatchCount];
  try {
    Rows rows = count.query(match, kMatchCap);
    return rows.next() && rows.integer(0) >= kMatchCap;
  } catch (const SqliteFault& fault) {
    if (fault.primary_code() != SQLITE_ERROR) throw;
    throw base::Fault(base::Code::kValidation, "unsupported_query_syntax",
                      "The mirror's full-text index cannot read this query.");
  }
}

bool in_window(std::string_view published, const std::optional<arxiv::DateWindow>& window) {
  return !window || (published >= window->from && published <= window->to);
}

bool in_groups(std::string_view codes, const std::vector<arxiv::CategoryGroup>& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const arxiv::CategoryGroup& group) {
    return lists_code_of(codes, group);
  });
}

// The score is worked out only where it orders, the paper's row read only where it is asked.
Sql statement_for(bool by_score, bool reads_papers) {
  if (!by_score) return Sql::kMatchedPapers;
  return reads_papers ? Sql::kScoredPapers : Sql::kMatches;
}

Hit hit_of(const Rows& rows, Sql sql) {
  Hit hit;
  hit.rowid = rows.integer(0);
  if (sql == Sql::kMatches) hit.score = rows.real(1);
  if (sql == Sql::kScoredPapers) hit.score = rows.real(4);
  if (sql == Sql::kMatchedPapers) {
    hit.published = rows.text(1);
    hit.updated = rows.text(2);
  }
  return hit;
}

}  // namespace

bool lists_code_of(std::string_view codes, const arxiv::CategoryGroup& group) {
  const std::vector<std::string_view> listed = base::split_words(codes);
  return std::find_first_of(listed.begin(), listed.end(), group.begin(), group.end()) !=
         listed.end();
}

Found find_by_term(Statements& statements, const arxiv::MirrorQuery& query, const Order& order,
                   const PageBounds& page) {
  Found found;
  found.match_reaches_cap = reaches_cap(statements, query.match);
  const bool filters = query.window.has_value() || !query.groups.empty();
  const Sql sql = statement_for(order.date == nullptr, filters);
  FirstHits first(order, page.end());
  Rows rows = statements[sql].query(query.match);
  while (rows.next()) {
    if (filters &&
        !(in_window(rows.text(1), query.window) && in_groups(rows.text(3), query.groups)))
      continue;
    ++found.total;
    first.add(hit_of(rows, sql));
  }
  found.hits = std::move(first).take_from(page.start);
  found.is_lower_bound = found.total >= kMatchCap;
  found.total = std::min(found.total, kMatchCap);
  return found;
}

}  // namespace mirror
