#pragma once

/// Searches as the search tool asks for them (contract 1.1 and 4.10), answered by the mirror.

#include <cstdint>
#include <string>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/base/log.h"
#include "common/mirror/reader_pool.h"
#include "mcpd/mcp/registry.h"
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
  Origin origin;
};

class PaperSearch {
 public:
  /// `mirror` is null when the mirror is switched off; it and `log` outlive this.
  PaperSearch(mirror::ReaderPool* mirror, const base::Log& log) : mirror_(mirror), log_(log) {}

  /// Throws Fault unknown_category, invalid_date_range, unsupported_query_syntax (naming the live
  /// route's reason and how to rephrase), and kServiceUnavailable without a reason when no mirror
  /// can answer. Any thread.
  SearchResult search(const SearchOrder& order, const mcp::Call& call) const;

 private:
  mirror::SearchPage run(const mirror::SearchRequest& request, const mcp::Call& call,
                         std::string& as_of) const;

  mirror::ReaderPool* mirror_;
  const base::Log& log_;
};

}  // namespace tools
