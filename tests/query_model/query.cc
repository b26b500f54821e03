#include "tests/query_model/query.h"

#include "tests/query_model/categories.h"
#include "tests/query_model/dates.h"
#include "tests/query_model/parser.h"

namespace query_model {

std::optional<Query> Query::parse(std::string_view text) {
  Parser parser(text);
  if (!parser.run()) return std::nullopt;
  return Query(std::move(parser.nodes));
}

void Query::narrow(Operand operand) {
  const std::size_t root = nodes_.size() - 1;
  nodes_.push_back({std::move(operand)});
  nodes_.push_back({std::nullopt, Operator::kAnd, root, root + 1});
}

Query& Query::in_category(std::string_view category) {
  if (category.empty()) return *this;
  Operand operand;
  operand.kind = Operand::Kind::kCategory;
  operand.codes = codes_of(category);
  narrow(std::move(operand));
  return *this;
}

Query& Query::submitted(std::string_view from, std::string_view to) {
  if (from.empty() && to.empty()) return *this;
  Operand operand;
  operand.kind = Operand::Kind::kSubmitted;
  operand.from = from.empty() ? "" : beginning_of(from);
  operand.to = to.empty() ? "9999" : end_of(to);
  narrow(std::move(operand));
  return *this;
}

bool Query::matches(const Document& document) const {
  std::vector<bool> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.operand) {
      values[i] = query_model::matches(*node.operand, document);
    } else if (node.joint == Operator::kOr) {
      values[i] = values[node.left] || values[node.right];
    } else {
      values[i] = values[node.left] && values[node.right] == (node.joint == Operator::kAnd);
    }
  }
  return values.back();
}

}  // namespace query_model
