#include "common/arxiv/fts_emitter.h"

#include <string_view>
#include <vector>

#include "common/arxiv/query_operand.h"

namespace arxiv {
namespace {

constexpr std::size_t kParenthesis = 1;
constexpr std::size_t kLeftSide = 2;  ///< an operand and the operator behind it

/// Something still to be written: a piece of text, or a node.
struct Step {
  std::string_view text;
  std::size_t node = 0;
  NodeKind run = NodeKind::kOperand;  ///< the operator of the compound it stands in
  std::size_t held = 0;               ///< parser entries below it
  std::size_t held_by_next = 0;       ///< parser entries below the operands that follow in its run
};

std::string_view operator_text(NodeKind kind) {
  switch (kind) {
    case NodeKind::kAnd:
      return " AND ";
    case NodeKind::kAndNot:
      return " NOT ";
    default:
      return " OR ";
  }
}

/// Puts the parts of a compound on the stack, the first one on top. In a run of its own operator it
/// needs no parentheses.
void expand(const Node& node, Step step, std::vector<Step>& steps) {
  const bool flat = node.kind == step.run && node.kind != NodeKind::kAndNot;
  if (!flat) {
    step.held += kParenthesis;
    step.held_by_next = step.held + kLeftSide;
    steps.push_back({")"});
  }
  steps.push_back({"", node.right, node.kind, step.held_by_next, step.held_by_next});
  steps.push_back({operator_text(node.kind)});
  steps.push_back({"", node.left, node.kind, step.held, step.held_by_next});
  if (!flat) steps.push_back({"("});
}

}  // namespace

std::optional<std::string> emit_fts(const QueryTree& tree, std::size_t root) {
  std::string out;
  std::vector<Step> steps = {{"", root}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    if (!step.text.empty()) {
      out += step.text;
    } else if (const Node& node = tree[step.node]; node.kind != NodeKind::kOperand) {
      expand(node, step, steps);
    } else {
      if (step.held + fts_operand_cost(*node.operand) > kFtsParserStack) return std::nullopt;
      out += fts_operand(*node.operand);
    }
  }
  return out;
}

}  // namespace arxiv
