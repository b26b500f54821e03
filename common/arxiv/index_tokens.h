#pragma once

/// How the index splits text: SQLite's `unicode61 remove_diacritics 2 tokenchars '-_'`. The query
/// translator needs the number and the spelling of an operand's words before SQLite sees them.

#include <string_view>
#include <vector>

namespace arxiv {

/// The tokens of `text` as written (neither folded nor stripped of accents), each a part of
/// `text`. One pass.
std::vector<std::string_view> index_tokens(std::string_view text);

}  // namespace arxiv
