#pragma once

/// The outline of a paper that a first page carries (contract 5.6, decision 3).

#include <cstddef>
#include <optional>
#include <vector>

#include "mcpd/fulltext/cleaned_page.h"

namespace fulltext {

inline constexpr std::size_t kMostEntries = 200;

struct Outline {
  std::vector<Heading> entries;
  std::vector<int> omitted_levels;          ///< ascending
  std::optional<std::size_t> continues_at;  ///< the start of the first entry left out
  bool operator==(const Outline&) const = default;
};

/// At most kMostEntries of `headings`, which are in the order of their starts: the deepest level is
/// left out whole, then the next, as long as there are too many. The shallowest level stays; where
/// it alone has too many, its first ones do.
Outline make_outline(const std::vector<Heading>& headings);

}  // namespace fulltext
