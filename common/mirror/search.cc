#include "common/mirror/search.h"

#include <algorithm>
#include <utility>

#include "common/mirror/filter_search.h"
#include "common/mirror/paper_row.h"
#include "common/mirror/term_search.h"

namespace mirror {
namespace {

// Relevance is best first whatever the direction asked for; without a term it is the latest update.
Order order_of(const SearchRequest& request) {
  using Sort = SearchRequest::Sort;
  if (request.sort == Sort::kSubmitted) return {&Hit::published, request.ascending};
  if (request.sort == Sort::kUpdated) return {&Hit::updated, request.ascending};
  return request.query.match.empty() ? Order{&Hit::updated, false} : Order{};
}

arxiv::MirrorQuery with_each_code_once(arxiv::MirrorQuery query) {
  for (arxiv::CategoryGroup& group : query.groups) {
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
  }
  return query;
}

std::vector<arxiv::Paper> read_papers(Statements& statements, const std::vector<Hit>& hits) {
  std::vector<arxiv::Paper> papers;
  papers.reserve(hits.size());
  for (const Hit& hit : hits) {
    Rows rows = hit.paper_id.empty() ? statements[Sql::kPaperByRowid].query(hit.rowid)
                                     : statements[Sql::kPaperById].query(hit.paper_id);
    if (rows.next()) papers.push_back(paper_of_row(rows).paper);
  }
  return papers;
}

}  // namespace

SearchPage search_papers(Statements& statements, const SearchRequest& request) {
  const arxiv::MirrorQuery query = with_each_code_once(request.query);
  const Order order = order_of(request);
  const PageBounds bounds{
      static_cast<std::size_t>(std::clamp<std::int64_t>(request.start, 0, 10'000)),
      static_cast<std::size_t>(std::clamp<std::int64_t>(request.limit, 1, 50))};
  const Found found = query.match.empty()
                          ? find_by_filters(statements, query, order, bounds)
                          : find_by_term(statements, query, order, bounds, request.ends_at_cap);
  return {read_papers(statements, found.hits), found.total, found.is_lower_bound,
          found.match_reaches_cap};
}

}  // namespace mirror
