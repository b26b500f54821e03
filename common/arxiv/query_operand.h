#pragma once

#include <optional>
#include <string>

#include "common/arxiv/query_lexer.h"

namespace arxiv {

/// Why a text operand would mean something else to the mirror's index than to arXiv's (contract
/// 7.4, decision 19); nothing when both read it alike. Filters have no such reason.
std::optional<LiveRouteReason> operand_issue(const Token& operand);

/// A text operand as FTS5 takes it (contract 7.6).
std::string fts_operand(const Token& operand);

/// Entries of FTS5's parser stack that fts_operand's text takes, see fts_emitter.h.
std::size_t fts_operand_cost(const Token& operand);

}  // namespace arxiv
