#pragma once

/// The mirror's search for people: what it finds, and how it came by it.

#include <cstdint>
#include <string>

#include "common/arxiv/query.h"
#include "common/base/settings.h"
#include "common/mirror/reader.h"

namespace mirrorctl {

/// A search as the command line gives it; the same parameters as the MCP tool's.
struct SearchOptions {
  std::string query;
  std::string category;  ///< a searchable code, or empty
  std::string from;      ///< YYYY-MM-DD, or empty
  std::string to;
  std::string sort = "relevance";    ///< relevance, submitted or updated
  std::string order = "descending";  ///< or ascending
  std::int64_t start = 0;
  std::int64_t limit = 10;
};

/// What the mirror is asked, or why it is not. Throws Fault kInvalidParams for an unknown category
/// and for days that are none or out of order.
arxiv::TranslatedQuery translate(const SearchOptions& options);
mirror::SearchRequest request_for(const SearchOptions& options, const arxiv::MirrorQuery& query);

/// Throws Fault kInvalidParams `unsupported_query_syntax`, saying why, when only arXiv could
/// answer.
void require_mirror_route(const arxiv::TranslatedQuery& query);

/// Throws Fault kDatabase, saying what cures it, when the mirror does not answer.
mirror::Reader open_mirror(const base::Settings& settings);

/// The page as a table of `width` cells (0: unlimited) with the total above it.
std::string search_text(const SearchOptions& options, const mirror::SearchPage& page,
                        std::size_t width);
/// `{"total", "total_is_lower_bound", "start", "papers": [...]}` and a line feed.
std::string search_json(const SearchOptions& options, const mirror::SearchPage& page);

/// The tree of `query` as arXiv's grammar groups it, the filters lifted out of it, the route and
/// its reason.
std::string explain_query(const SearchOptions& options, const arxiv::TranslatedQuery& query);
/// The statements that answered it: plans, runs, rows, milliseconds.
std::string explain_statements(const mirror::Reader::Explained& explained);

}  // namespace mirrorctl
