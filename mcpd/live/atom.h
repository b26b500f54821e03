#pragma once

/// The Atom feeds of arXiv's API (contract 4.8, arxiv-facts 3.7), read by namespace and local name,
/// never by prefix or position: the order and the prefixes differ between arXiv's generations.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "common/arxiv/paper.h"

namespace live {

struct Feed {
  std::int64_t total = 0;            ///< opensearch:totalResults
  std::int64_t start = 0;            ///< opensearch:startIndex
  std::int64_t entries = 0;          ///< that stand for results, whether or not each gave a paper
  std::vector<arxiv::Paper> papers;  ///< in the feed's order, each once
  std::vector<std::string> errors;   ///< messages of the entries that are arXiv's errors
};

inline constexpr std::size_t kAllEntries = std::numeric_limits<std::size_t>::max();

/// Reads one feed, of its entries the first `most`. The whole answer is refused, as Fault
/// kSerialization, when it is not UTF-8, not one well-formed document, or its root is no Atom
/// `feed`. An entry gives no paper when it repeats another, and when neither its id nor its links
/// name an identifier with its version: a paper's id always has one (contract 1.0). Values come
/// from one decoding of the XML and stay text: "007" is an author.
Feed parse_feed(std::string_view body, std::size_t most = kAllEntries);

}  // namespace live
