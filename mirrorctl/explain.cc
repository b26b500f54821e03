#include <algorithm>
#include <array>
#include <cstdio>

#include "common/arxiv/query_lexer.h"
#include "common/arxiv/query_tree.h"
#include "common/base/number.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mirrorctl/search.h"

namespace mirrorctl {
namespace {

std::string indent(std::size_t depth) {
  constexpr std::size_t kDeepest = 40;  // deeper trees stay readable, and their text short
  return std::string(2 * std::min(depth, kDeepest), ' ');
}

std::string_view operator_name(arxiv::NodeKind kind) {
  if (kind == arxiv::NodeKind::kAnd) return "AND";
  return kind == arxiv::NodeKind::kOr ? "OR" : "ANDNOT";
}

/// What somebody typed or pasted, fit for a terminal.
std::string shown(std::string_view text) {
  constexpr std::size_t kLimit = 100'000;
  return base::one_line(text, kLimit);
}

std::string tree_text(std::string_view query, const arxiv::QueryTree& tree) {
  struct Place {
    std::size_t node;
    std::size_t depth;
  };
  std::string text;
  for (std::vector<Place> stack{{tree.size() - 1, 1}}; !stack.empty();) {
    const auto [at, depth] = stack.back();
    stack.pop_back();
    const arxiv::Node& node = tree[at];
    text += indent(depth);
    if (node.kind == arxiv::NodeKind::kOperand) {
      text += shown(query.substr(node.operand->begin, node.operand->end - node.operand->begin));
    } else {
      text += operator_name(node.kind);
      stack.push_back({node.right, depth + 1});
      stack.push_back({node.left, depth + 1});
    }
    text += '\n';
  }
  return text;
}

std::string route_text(const arxiv::TranslatedQuery& query) {
  if (!query.live) return "Route: mirror\n";
  const arxiv::LiveRouteRule& rule = arxiv::live_route_rule(*query.live);
  return "Route: live (" + std::string(rule.name) + "), because " + std::string(rule.what) + "\n";
}

std::string filters_text(const arxiv::MirrorQuery& query) {
  std::string text = "Text:  " + (query.match.empty() ? "none" : shown(query.match)) + "\n";
  for (const arxiv::CategoryGroup& group : query.groups)
    text += "One of: " + (group.empty() ? "no category" : shown(base::join(group, " "))) + "\n";
  if (query.window) text += "Submitted: " + query.window->from + " to " + query.window->to + "\n";
  return text;
}

std::string milliseconds(std::chrono::nanoseconds time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f ms", double(time.count()) / 1e6);
  return text.data();
}

std::string counted(std::int64_t count, std::string_view unit) {
  return base::with_separators(count) + " " + std::string(unit) + (count == 1 ? "" : "s");
}

}  // namespace

std::string explain_query(const SearchOptions& options, const arxiv::TranslatedQuery& query) {
  std::string text = "Query: " + shown(options.query) + "\n";
  const std::vector<arxiv::Token> tokens = arxiv::lex_query(options.query);
  const arxiv::ParsedQuery parsed = arxiv::parse_query(tokens);
  if (!parsed.live && parsed.tree.size() > 0)
    text += "Tree:\n" + tree_text(options.query, parsed.tree);
  text += route_text(query);
  if (!query.live) text += filters_text(query.mirror);
  return text + "Asked of arXiv: " +
         shown(arxiv::compose_effective_query(options.query, options.category, options.from,
                                              options.to)) +
         "\n";
}

std::string explain_statements(const mirror::Reader::Explained& explained) {
  std::string text = "Found: " + base::with_separators(explained.page.total) +
                     (explained.page.total_is_lower_bound ? " or more" : "") + "\n";
  for (const mirror::TracedStatement& statement : explained.statements) {
    if (statement.plan.empty()) continue;  // transactions
    text += "\n" + counted(statement.runs, "run") + ", " + counted(statement.rows, "row") + ", " +
            milliseconds(statement.time) + "\n  " + statement.sql + "\n";
    for (const std::string& line : statement.plan)
      text += "    " + line + "\n";
  }
  return text;
}

}  // namespace mirrorctl
