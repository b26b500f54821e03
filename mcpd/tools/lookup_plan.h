#pragma once

/// What identifiers, as an agent wrote them, ask for (contract 1.2 and the batch cases of section
/// 6). Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/arxiv/paper_id.h"

namespace tools {

/// Distinct papers that one call looks up.
inline constexpr std::size_t kMaximumLookups = 10;

struct LookupPlan {
  /// One thing asked for: a place in `ids`, or a text that is no identifier.
  struct Item {
    std::optional<std::size_t> place;
    std::string malformed;
  };
  std::vector<arxiv::PaperId> ids;     ///< the first distinct ones, at most kMaximumLookups
  std::vector<Item> items;             ///< distinct, in the order asked for
  std::vector<std::string> remaining;  ///< well formed but beyond the limit, in order
};

/// The identifier in `text`. Throws Fault `invalid_id`, which repeats it.
arxiv::PaperId require_paper_id(std::string_view text);

/// Malformed texts neither use up the limit nor reach arXiv; repeats, once normalised, count once.
LookupPlan plan_lookups(const std::vector<std::string>& texts);

}  // namespace tools
