#include "common/arxiv/query_tree.h"

#include "common/arxiv/query_operand.h"

namespace arxiv {
namespace {

using Reason = LiveRouteReason;

NodeKind node_kind(TokenKind kind) {
  switch (kind) {
    case TokenKind::kAnd:
      return NodeKind::kAnd;
    case TokenKind::kAndNot:
      return NodeKind::kAndNot;
    default:
      return NodeKind::kOr;
  }
}

/// Operands and the operators between them wait on two stacks until their parenthesis closes. All
/// operands before an open parenthesis have an operator behind them, so both stacks are equally
/// high there, and wherever an operand has to follow.
class Parser {
 public:
  std::optional<Reason> take(const Token& token) {
    if (token.issue) return token.issue;
    switch (token.kind) {
      case TokenKind::kOperand:
        return take_operand(token);
      case TokenKind::kOpen:
        join();
        frames_.push_back(operands_.size());
        return std::nullopt;
      case TokenKind::kClose:
        return close();
      default:
        return take_operator(token);
    }
  }

  std::optional<Reason> finish() { return frames_.empty() ? fold(0) : Reason::kUnbalancedParens; }

  QueryTree take_tree() { return std::move(tree_); }

 private:
  bool wants_operand() const { return operands_.size() == operators_.size(); }

  /// Adjacent operands are joined by OR.
  void join() {
    if (!wants_operand()) operators_.push_back(NodeKind::kOr);
  }

  std::optional<Reason> take_operand(const Token& token) {
    if (const auto issue = operand_issue(token)) return issue;
    join();
    operands_.push_back(tree_.add(token));
    return std::nullopt;
  }

  std::optional<Reason> take_operator(const Token& token) {
    if (wants_operand()) return Reason::kOperatorWithoutOperand;
    operators_.push_back(node_kind(token.kind));
    return std::nullopt;
  }

  std::optional<Reason> close() {
    if (frames_.empty()) return Reason::kUnbalancedParens;
    const std::size_t base = frames_.back();
    frames_.pop_back();
    return fold(base);
  }

  /// Groups what stands above `base` to the right, into one operand.
  std::optional<Reason> fold(std::size_t base) {
    if (wants_operand()) {
      return operands_.size() == base ? Reason::kNothingToMatch : Reason::kOperatorWithoutOperand;
    }
    while (operands_.size() > base + 1) {
      const std::size_t right = operands_.back();
      operands_.pop_back();
      operands_.back() = tree_.add(operators_.back(), operands_.back(), right);
      operators_.pop_back();
    }
    return std::nullopt;
  }

  QueryTree tree_;
  std::vector<std::size_t> operands_;
  std::vector<NodeKind> operators_;
  std::vector<std::size_t> frames_;  ///< how many operands stood before each open parenthesis
};

}  // namespace

std::size_t QueryTree::add(const Token& operand) {
  const bool category = operand.field == Field::kCategory;
  const bool filter = category || operand.field == Field::kSubmittedDate;
  nodes_.push_back({NodeKind::kOperand, &operand, 0, 0, filter, category});
  return nodes_.size() - 1;
}

std::size_t QueryTree::add(NodeKind kind, std::size_t left, std::size_t right) {
  const Node& a = nodes_[left];
  const Node& b = nodes_[right];
  nodes_.push_back({kind, nullptr, left, right, a.holds_filter || b.holds_filter,
                    kind == NodeKind::kOr && a.only_categories && b.only_categories});
  return nodes_.size() - 1;
}

ParsedQuery parse_query(const std::vector<Token>& tokens) {
  Parser parser;
  for (const Token& token : tokens) {
    if (const auto reason = parser.take(token)) return {{}, reason};
  }
  if (const auto reason = parser.finish()) return {{}, reason};
  return {parser.take_tree(), std::nullopt};
}

}  // namespace arxiv
