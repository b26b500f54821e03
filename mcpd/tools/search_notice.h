#pragma once

#include <cstdint>
#include <string>

namespace tools {

/// How a page of search results lies in the whole.
struct PagePlace {
  std::int64_t start = 0;
  std::int64_t shown = 0;  ///< papers on the page
  std::int64_t limit = 0;  ///< papers a page may hold
  std::int64_t total = 0;
  bool total_is_lower_bound = false;
  bool from_arxiv = false;   ///< whose paging ends earlier than the mirror's
  std::int64_t dropped = 0;  ///< results of the page that are not among the papers shown

  /// Where the next page begins.
  std::int64_t end() const { return start + shown + dropped; }
};

/// True when more papers match than up to the end of this page.
bool has_more(const PagePlace& place);

/// `1,234`, or `50,000 or more`.
std::string total_text(const PagePlace& place);

/// Guidance on how to go on (contract 1.1), or an empty text when there is nothing to say. Never
/// advises a `start` that would be refused (decision 23).
std::string page_notice(const PagePlace& place);

}  // namespace tools
