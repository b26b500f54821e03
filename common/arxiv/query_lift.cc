#include "common/arxiv/query_lift.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "common/arxiv/date_stamp.h"
#include "common/arxiv/taxonomy.h"

namespace arxiv {
namespace {

using Reason = LiveRouteReason;

class Lifter {
 public:
  explicit Lifter(const QueryTree& tree) : tree_(tree) {}

  /// Walks the conjuncts of the whole query from left to right: both sides of an AND, the left
  /// side of an ANDNOT.
  std::optional<Reason> run() {
    std::vector<std::size_t> conjuncts = {tree_.size() - 1};
    while (!conjuncts.empty()) {
      const std::size_t index = conjuncts.back();
      const Node& node = tree_[index];
      conjuncts.pop_back();
      if (!node.holds_filter) continue;
      if (node.only_categories) {
        if (!lift_group(index)) return Reason::kEmptyCategory;
      } else if (node.kind == NodeKind::kOperand) {
        lift_window(*node.operand);
      } else if (node.kind == NodeKind::kOr || excludes_filter(node)) {
        return Reason::kFilterNotConjunct;
      } else {
        if (node.kind == NodeKind::kAnd) conjuncts.push_back(node.right);
        conjuncts.push_back(node.left);
      }
    }
    return std::nullopt;
  }

  std::vector<CategoryGroup> groups;
  std::optional<DateWindow> window;

 private:
  bool excludes_filter(const Node& node) const {
    return node.kind == NodeKind::kAndNot && tree_[node.right].holds_filter;
  }

  void lift_window(const Token& operand) {
    const DateWindow range = {*instant_of_stamp(operand.value), *instant_of_stamp(operand.until)};
    window = window ? intersect(*window, range) : range;
  }

  /// The codes of all operands below `index`, each once, as one group; false when one names no
  /// code.
  bool lift_group(std::size_t index) {
    CategoryGroup group;
    std::unordered_set<std::string_view> operands;
    std::unordered_set<std::string> codes;
    std::vector<std::size_t> waiting = {index};
    while (!waiting.empty()) {
      const Node& node = tree_[waiting.back()];
      waiting.pop_back();
      if (node.kind == NodeKind::kOperand) {
        if (!operands.insert(node.operand->value).second) continue;
        const auto subtree = category_subtree(node.operand->value);
        if (subtree.empty()) return false;
        std::copy_if(subtree.begin(), subtree.end(), std::back_inserter(group),
                     [&codes](const std::string& code) { return codes.insert(code).second; });
      } else {
        waiting.push_back(node.right);
        waiting.push_back(node.left);
      }
    }
    groups.push_back(std::move(group));
    return true;
  }

  const QueryTree& tree_;
};

/// What lifting leaves of a node: nothing, a term that papers must match, or, where the left side
/// of an ANDNOT was a filter, a term that they must not match.
struct Remainder {
  std::optional<std::size_t> node;
  bool excluded = false;
};

/// Rebuilds a tree without its filters.
class Residual {
 public:
  explicit Residual(const QueryTree& tree) : tree_(tree) {}

  /// One pass suffices: every node stands behind its children.
  Remainder run() {
    std::vector<Remainder> remainders(tree_.size());
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      const Node& node = tree_[i];
      remainders[i] = node.kind == NodeKind::kOperand
                          ? rest_of_operand(node)
                          : rest_of(node.kind, remainders[node.left], remainders[node.right]);
    }
    return remainders.back();
  }

  QueryTree out;

 private:
  Remainder rest_of_operand(const Node& node) {
    if (node.holds_filter) return {};
    return {out.add(*node.operand)};
  }

  /// Only a conjunct's remainder can be missing or excluded, as every filter was lifted.
  Remainder rest_of(NodeKind kind, Remainder left, Remainder right) {
    if (!right.node) return left;
    if (kind == NodeKind::kAndNot) right.excluded = true;
    if (!left.node) return right;
    if (left.excluded == right.excluded) {
      const NodeKind joined = left.excluded ? NodeKind::kOr : kind;
      return {out.add(joined, *left.node, *right.node), left.excluded};
    }
    if (left.excluded) std::swap(left, right);
    return {out.add(NodeKind::kAndNot, *left.node, *right.node)};
  }

  const QueryTree& tree_;
};

}  // namespace

LiftedQuery lift_filters(const QueryTree& tree) {
  LiftedQuery lifted;
  Lifter lifter(tree);
  lifted.live = lifter.run();
  if (lifted.live) return lifted;
  Residual residual(tree);
  const Remainder rest = residual.run();
  if (rest.excluded) lifted.live = Reason::kNoPositiveTerm;
  lifted.groups = std::move(lifter.groups);
  lifted.window = std::move(lifter.window);
  lifted.residual = std::move(residual.out);
  lifted.root = rest.node;
  return lifted;
}

}  // namespace arxiv
