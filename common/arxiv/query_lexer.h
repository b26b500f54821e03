#pragma once

/// The words of arXiv's query language (contract 7.1, decision 19). Lexing never fails: what is
/// wrong with a token is noted on it, so that a query's `cat:` operands can be found and expanded
/// even when the query itself has to go live.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "common/arxiv/query.h"

namespace arxiv {

/// What a field prefix searches.
enum class Field {
  kAny,  ///< no prefix, or `all:`
  kTitle,
  kAuthors,
  kAbstract,
  kComment,
  kJournalRef,
  kCategory,
  kSubmittedDate,
  kUnsupported,  ///< a field of arXiv's that the mirror does not index
};

enum class TokenKind { kOperand, kAnd, kOr, kAndNot, kOpen, kClose };

struct Token {
  TokenKind kind;
  std::size_t begin;  ///< bytes of the query
  std::size_t end;
  Field field = Field::kAny;
  /// Of an operand: its value without quotes and outer white space. Of a `submittedDate:` operand:
  /// the stamp at which the range opens; `until` is the one at which it closes.
  std::string_view value = {};
  std::string_view until = {};
  std::optional<LiveRouteReason> issue = {};
};

/// The tokens of `query`, whose bytes they go on referring to. `AND NOT` is one token.
std::vector<Token> lex_query(std::string_view query);

}  // namespace arxiv
