#include "tests/common/mirror/search_route.h"

#include <algorithm>

namespace testing {
namespace {

using query_model::Field;
using query_model::Operand;
using query_model::Operator;
using query_model::Query;
using Kind = Operand::Kind;

bool is_filter(const Operand& operand) {
  return operand.kind == Kind::kCategory || operand.kind == Kind::kSubmitted;
}

// Of the words that random queries use, those that arXiv leaves out.
bool is_left_out(const query_model::Word& word) {
  return word.text == "of" || word.text == "the" || word.text == "and";
}

// A known one is no part of the value.
bool has_unknown_prefix(const Operand& operand) {
  const std::size_t letters = operand.value.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  return letters != 0 && letters != operand.value.npos && operand.value[letters] == ':';
}

bool mirror_reads(const Operand& operand) {
  if (operand.kind == Kind::kSubmitted) return true;
  if (operand.kind == Kind::kCategory) return !operand.codes.empty();
  if (operand.kind != Kind::kText || operand.words.words.empty()) return false;
  if (has_unknown_prefix(operand)) return false;
  if (operand.value.find_first_of("*?") != operand.value.npos) return false;
  if (operand.field == Field::kAuthors)
    return operand.words.words.size() == 1 && operand.value.find('_') == operand.value.npos;
  return !std::all_of(operand.words.words.begin(), operand.words.words.end(), is_left_out);
}

// What a node holds, from the bottom up.
struct Content {
  bool filter = false;    ///< a filter stands below
  bool codes = false;     ///< nothing but `cat:` operands joined by OR
  bool lifts = true;      ///< every filter below can be lifted
  bool text = false;      ///< something is left once the filters are lifted
  bool excluded = false;  ///< and that something only excludes
};

Content of_operand(const Operand& operand) {
  const bool filter = is_filter(operand);
  return {filter, operand.kind == Kind::kCategory, true, !filter, false};
}

Content of_compound(Operator joint, const Content& a, const Content& b) {
  Content out;
  out.filter = a.filter || b.filter;
  out.codes = joint == Operator::kOr && a.codes && b.codes;
  out.lifts = a.lifts && b.lifts;
  if (joint == Operator::kOr) out.lifts = !out.filter || out.codes;
  if (joint == Operator::kAndNot) out.lifts = a.lifts && !b.filter;
  out.text = a.text || b.text;
  const bool b_excluded = b.excluded || joint == Operator::kAndNot;
  out.excluded = (a.excluded || !a.text) && (b_excluded || !b.text) && out.text;
  return out;
}

template <class Value, class Leaf, class Join>
Value from_bottom(const Query& query, Leaf leaf, Join join) {
  std::vector<Value> values;
  for (const Query::Node& node : query.nodes()) {
    values.push_back(node.operand ? leaf(*node.operand)
                                  : join(node.joint, values[node.left], values[node.right]));
  }
  return values.back();
}

}  // namespace

bool mirror_answers(const Query& query) {
  const bool reads_all = std::all_of(
      query.nodes().begin(), query.nodes().end(),
      [](const Query::Node& node) { return !node.operand || mirror_reads(*node.operand); });
  const Content root = from_bottom<Content>(query, of_operand, of_compound);
  return reads_all && root.lifts && !root.excluded;
}

std::size_t depth(const Query& query) {
  return from_bottom<std::size_t>(
      query, [](const Operand&) { return std::size_t{0}; },
      [](Operator, std::size_t a, std::size_t b) { return std::max(a, b) + 1; });
}

}  // namespace testing
