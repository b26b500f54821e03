#pragma once

/// Searches as the search tool asks for them (contract 1.1), answered by the mirror or by arXiv
/// itself (contract 4.10, decision 7).

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/base/log.h"
#include "common/mirror/reader_pool.h"
#include "mcpd/live/api_client.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/tools/live_reasons.h"
#include "mcpd/tools/origin.h"

namespace tools {

/// The largest page, and the largest `start` that is taken.
inline constexpr std::int64_t kMaximumPage = 50;
inline constexpr std::int64_t kMaximumStart = 10000;

struct SearchOrder {
  std::string query;           ///< arXiv's query language, trimmed
  std::string category;        ///< a searchable code, or empty
  std::string submitted_from;  ///< YYYY-MM-DD, or empty
  std::string submitted_to;
  mirror::SearchRequest::Sort sort = mirror::SearchRequest::Sort::kRelevance;
  bool ascending = false;
  std::int64_t start = 0;
  std::int64_t limit = 10;  ///< 1 to kMaximumPage
};

struct SearchResult {
  std::string effective_query;  ///< replayed alone it selects the same papers
  mirror::SearchPage page;
  std::int64_t limit = 0;  ///< papers the page may hold: arXiv's last one is shorter
  /// Results of arXiv's on this page that give no paper: repeats, and what cannot be read.
  std::int64_t dropped = 0;
  Origin origin;
};

class PaperSearch {
 public:
  /// arXiv's own search.
  using Live = std::function<live::Feed(const live::SearchQuestion&, const live::Patience&)>;

  /// `mirror` is null when the mirror is switched off; it and `log` outlive this. With
  /// `newest_from_arxiv` arXiv is asked first for what was submitted last.
  PaperSearch(mirror::ReaderPool* mirror, bool newest_from_arxiv, Live live, const base::Log& log)
      : mirror_(mirror), newest_from_arxiv_(newest_from_arxiv), live_(std::move(live)), log_(log) {}

  /// Throws Fault unknown_category and invalid_date_range before anything is asked;
  /// unsupported_query_syntax when the mirror's index refuses the query; and what arXiv's failure
  /// was (live::ApiClient::search), with `liveReason`. Any thread.
  SearchResult search(const SearchOrder& order, const mcp::Call& call) const;

 private:
  struct Search;
  struct MirrorAnswer;
  SearchResult route(const Search& search) const;
  SearchResult newest_first(const Search& search) const;
  SearchResult from_mirror(const Search& search, MirrorAnswer answer) const;
  SearchResult from_arxiv(const Search& search, const LiveReason& reason,
                          bool has_other_answer = false) const;
  LiveReason with_way_out(const LiveReason& reason) const;
  MirrorAnswer ask_mirror(const Search& search) const;
  bool asks_arxiv_first(const SearchOrder& order) const;

  mirror::ReaderPool* mirror_;
  bool newest_from_arxiv_;
  Live live_;
  const base::Log& log_;
};

}  // namespace tools
