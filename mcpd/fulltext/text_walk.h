#pragma once

/// The text of a body without its tags, code point by code point.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string_view>

#include "mcpd/fulltext/cleaned_page.h"

namespace fulltext {

struct Character {
  std::uint32_t code_point = 0;
  std::size_t at = 0;  ///< byte of the body
};

/// Takes the next characters, some thousands at most; false ends the walk.
using TextVisitor = std::function<bool(std::span<const Character>)>;

/// Visits the text of `body`, which is HTML: references decoded, `formulas` as they stand, and a
/// blank where a tag parts words, as one of a paragraph does and one of emphasis does not. One
/// pass.
void walk_html(std::string_view body, const std::deque<ByteRange>& formulas,
               const TextVisitor& visit);

/// Visits `body`, which is plain text.
void walk_text(std::string_view body, const TextVisitor& visit);

}  // namespace fulltext
