#include "mcpd/fulltext/outline.h"

#include <algorithm>
#include <map>

namespace fulltext {

Outline make_outline(const std::vector<Heading>& headings) {
  std::map<int, std::size_t> counts;  // by level
  for (const Heading& each : headings)
    ++counts[each.level];
  Outline outline;
  std::size_t kept = headings.size();
  while (kept > kMostEntries && counts.size() > 1) {
    const auto deepest = std::prev(counts.end());
    kept -= deepest->second;
    outline.omitted_levels.insert(outline.omitted_levels.begin(), deepest->first);
    counts.erase(deepest);
  }
  for (const Heading& each : headings) {
    if (counts.count(each.level) == 0) continue;
    if (outline.entries.size() == kMostEntries) {
      outline.continues_at = each.start;
      break;
    }
    outline.entries.push_back(each);
  }
  return outline;
}

}  // namespace fulltext
