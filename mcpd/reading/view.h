#pragma once

/// What one call reads of a body (contract 5.6, 5.7, decision 4). Pure. Places and lengths are code
/// points.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/outline.h"
#include "mcpd/reading/body.h"

namespace reading {

/// A place of a phrase.
struct Match {
  std::size_t start = 0;
  std::string section;  ///< the title of the innermost section around it; empty before the first
  std::string context;
};

/// The views point into the body.
struct View {
  std::size_t start = 0;
  std::string_view content;
  std::size_t length = 0;  ///< of `content`
  /// What was asked for goes on behind `content`: the body, or the section.
  bool truncated = false;
  std::optional<fulltext::Outline> outline;   ///< of a read from the beginning
  std::optional<std::vector<Match>> matches;  ///< of a search
};

/// The body from `start` on, at most `longest` code points; empty from its end on.
View view_part(const Body& body, std::size_t start, std::optional<std::size_t> longest);

/// Exactly the section that `wanted` names, or its first `longest` code points. Throws Fault
/// `section_not_found`, whose data hold `suggestions`.
View view_section(const Body& body, std::string_view wanted, std::optional<std::size_t> longest);

/// Where `phrase` stands; no content.
View view_matches(const Body& body, std::string_view phrase);

}  // namespace reading
