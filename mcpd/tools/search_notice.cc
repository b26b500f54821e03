#include "mcpd/tools/search_notice.h"

#include <algorithm>

#include "common/base/number.h"
#include "mcpd/tools/paper_search.h"

namespace tools {
namespace {

using base::with_separators;

std::string next_page_text(const PagePlace& place) {
  const std::int64_t next = std::min(place.start + place.shown, kMaximumStart);
  if (next == place.start) return "";
  return " The next page begins at start=" + std::to_string(next) + ".";
}

std::string more_text(const PagePlace& place) {
  const std::int64_t reachable = kMaximumStart + place.limit;
  std::string text = total_text(place) + " papers match; this page shows " +
                     with_separators(place.shown) + "." + next_page_text(place);
  if (place.total > reachable) {
    text += " Paging reaches the first " + with_separators(reachable) +
            ": to get all, search one submitted_from/submitted_to window after another and drop "
            "repeated ids.";
  }
  return text;
}

}  // namespace

bool has_more(const PagePlace& place) {
  return place.shown > 0 && place.total > place.start + place.shown;
}

std::string total_text(const PagePlace& place) {
  return with_separators(place.total) + (place.total_is_lower_bound ? " or more" : "");
}

std::string page_notice(const PagePlace& place) {
  if (has_more(place)) return more_text(place);
  if (place.shown > 0) return "";
  if (place.total > 0 && place.start >= place.total) {
    return "start=" + std::to_string(place.start) + " lies past the end: " + total_text(place) +
           " papers match, so the last valid start is " + std::to_string(place.total - 1) + ".";
  }
  return "No paper matches. Use fewer or broader terms, join alternatives with OR, try a word "
         "without its prefix, and check category codes with arxiv_list_categories.";
}

}  // namespace tools
