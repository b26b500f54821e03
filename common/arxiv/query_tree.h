#pragma once

/// A query as arXiv's grammar groups it (contract 7.2): AND, OR and ANDNOT share one precedence and
/// group to the right, adjacent operands are joined by OR.

#include <cstddef>
#include <optional>
#include <vector>

#include "common/arxiv/query_lexer.h"

namespace arxiv {

enum class NodeKind { kOperand, kAnd, kOr, kAndNot };

struct Node {
  NodeKind kind;
  const Token* operand;  ///< of a kOperand
  std::size_t left;      ///< of the others: nodes of the same tree
  std::size_t right;
  bool holds_filter;     ///< a `cat:` or `submittedDate:` operand stands somewhere below
  bool only_categories;  ///< nothing but `cat:` operands joined by OR
};

/// Nodes in one array, each behind its children, so that a pass over all of them needs neither
/// recursion nor a stack.
class QueryTree {
 public:
  std::size_t add(const Token& operand);
  std::size_t add(NodeKind kind, std::size_t left, std::size_t right);
  const Node& operator[](std::size_t index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<Node> nodes_;
};

/// A tree whose root is its last node, or why there is none.
struct ParsedQuery {
  QueryTree tree;
  std::optional<LiveRouteReason> live;
};

/// Groups `tokens`, which have to outlive the tree. Stops at the first token whose issue is set and
/// at the first text operand that only arXiv can look up.
ParsedQuery parse_query(const std::vector<Token>& tokens);

}  // namespace arxiv
