#pragma once

/// Writes a tree of text operands as an FTS5 expression. Every compound is parenthesised, so that
/// neither FTS5's precedence nor its implicit AND decides a grouping; a run of one associative
/// operator is written flat (decision 21).

#include <cstddef>
#include <optional>
#include <string>

#include "common/arxiv/query_tree.h"

namespace arxiv {

/// Entries of the stack of FTS5's LALR parser (SQLite 3.40). An open parenthesis holds one while
/// its contents are read, an operand and the operator behind it two more, a phrase three, a column
/// filter and its phrase five. So plain words can be nested 32 levels to the right and 95 to the
/// left.
inline constexpr std::size_t kFtsParserStack = 100;

/// The expression, or nothing when FTS5's parser cannot hold it (`too_deep`).
std::optional<std::string> emit_fts(const QueryTree& tree, std::size_t root);

}  // namespace arxiv
