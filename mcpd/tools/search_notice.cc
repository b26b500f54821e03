#include "mcpd/tools/search_notice.h"

#include <algorithm>

#include "common/base/number.h"
#include "mcpd/live/api_query.h"
#include "mcpd/tools/paper_search.h"

namespace tools {
namespace {

using base::with_separators;

std::string matches_text(const PagePlace& place) {
  return total_text(place) + (place.total == 1 ? " paper matches" : " papers match");
}

/// Results that paging can reach.
std::int64_t reachable(const PagePlace& place) {
  return place.from_arxiv ? live::kReachableResults : kMaximumStart + place.limit;
}

std::string next_page_text(const PagePlace& place) {
  if (place.end() >= reachable(place)) return "";
  const std::int64_t next = std::min(place.end(), kMaximumStart);
  return " The next page begins at start=" + std::to_string(next) + ".";
}

std::string more_text(const PagePlace& place) {
  std::string text = matches_text(place) + "; this page shows " + with_separators(place.shown);
  if (place.dropped > 0) {
    text += " and leaves " + with_separators(place.dropped) + " out that repeat or cannot be read";
  }
  text += "." + next_page_text(place);
  if (place.total > reachable(place)) {
    text += " Paging reaches the first " + with_separators(reachable(place)) +
            ": to get all, search one submitted_from/submitted_to window after another and drop "
            "repeated ids.";
  }
  return text;
}

}  // namespace

bool has_more(const PagePlace& place) {
  return place.shown > 0 && place.total > place.end();
}

std::string total_text(const PagePlace& place) {
  return with_separators(place.total) + (place.total_is_lower_bound ? " or more" : "");
}

std::string page_notice(const PagePlace& place) {
  if (has_more(place)) return more_text(place);
  if (place.shown > 0) return "";
  if (place.total > 0 && place.start >= place.total) {
    return "start=" + std::to_string(place.start) + " lies past the end: " + matches_text(place) +
           ", so the last valid start is " + std::to_string(place.total - 1) + ".";
  }
  if (place.total > 0) {
    return matches_text(place) + ", but arXiv sent none of them: ask once more.";
  }
  return "No paper matches. Use fewer or broader terms, join alternatives with OR, try a word "
         "without its prefix, and check category codes with arxiv_list_categories.";
}

}  // namespace tools
