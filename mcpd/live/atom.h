#pragma once

/// The Atom feeds of arXiv's API (contract 4.8, arxiv-facts 3.7), read by namespace and local name,
/// never by prefix or position: the order and the prefixes differ between arXiv's generations.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/arxiv/paper.h"

namespace live {

struct Feed {
  std::int64_t total = 0;            ///< opensearch:totalResults
  std::int64_t start = 0;            ///< opensearch:startIndex
  std::vector<arxiv::Paper> papers;  ///< in the feed's order
  std::vector<std::string> errors;   ///< messages of the entries that are arXiv's errors
};

/// Reads one feed. The whole answer is refused, as Fault kSerialization, when it is not UTF-8, not
/// one well-formed document, or its root is no Atom `feed`. An entry without a usable id is left
/// out. Values come from one decoding of the XML and stay text: "007" is an author.
Feed parse_feed(std::string_view body);

}  // namespace live
