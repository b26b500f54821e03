#pragma once

/// Where a phrase stands in a paper (decision 4).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/text_walk.h"

namespace fulltext {

inline constexpr std::size_t kMostMatches = 20;

struct PhraseMatch {
  std::size_t at = 0;   ///< byte of the body
  std::string context;  ///< the text around it, at most some 200 code points, white space collapsed
};

/// The first kMostMatches places of `phrase`, none of them overlapping, in what `walk` visits;
/// case, white space and invisible characters are ignored. One pass, whatever the phrase. None for
/// a phrase without anything to look for.
std::vector<PhraseMatch> find_phrase(std::string_view phrase,
                                     const std::function<void(const TextVisitor&)>& walk);

}  // namespace fulltext
