#include "common/arxiv/query.h"

#include "common/arxiv/date_stamp.h"
#include "common/arxiv/fts_emitter.h"
#include "common/arxiv/query_lexer.h"
#include "common/arxiv/query_lift.h"
#include "common/arxiv/query_tree.h"
#include "common/arxiv/taxonomy.h"

namespace arxiv {
namespace {

TranslatedQuery live(LiveRouteReason reason) {
  return {{}, reason};
}

/// `query` with each `cat:` operand as arXiv's API understands it; every other byte stays.
std::string expand_categories(std::string_view query) {
  std::string out;
  std::size_t copied = 0;
  for (const Token& token : lex_query(query)) {
    if (token.field != Field::kCategory || token.value.empty()) continue;
    out += query.substr(copied, token.begin - copied);
    out += live_category_term(token.value);
    copied = token.end;
  }
  return out += query.substr(copied);
}

}  // namespace

TranslatedQuery translate_query(std::string_view query) {
  const std::vector<Token> tokens = lex_query(query);
  const ParsedQuery parsed = parse_query(tokens);
  if (parsed.live) return live(*parsed.live);
  LiftedQuery lifted = lift_filters(parsed.tree);
  if (lifted.live) return live(*lifted.live);
  TranslatedQuery out;
  if (lifted.root) {
    auto match = emit_fts(lifted.residual, *lifted.root);
    if (!match) return live(LiveRouteReason::kTooDeep);
    out.mirror.match = std::move(*match);
  }
  out.mirror.groups = std::move(lifted.groups);
  out.mirror.window = std::move(lifted.window);
  return out;
}

TranslatedQuery translate_search(std::string_view query, std::string_view category,
                                 std::string_view from, std::string_view to) {
  if (!category.empty()) require_searchable_category(category);
  const auto window = date_window(from, to);
  TranslatedQuery translated = translate_query(query);
  if (translated.live) return translated;
  if (!category.empty()) translated.mirror.groups.push_back(category_subtree(category));
  if (window) {
    auto& own = translated.mirror.window;
    own = own ? intersect(*own, *window) : *window;
  }
  return translated;
}

std::string compose_effective_query(std::string_view query, std::string_view category,
                                    std::string_view from, std::string_view to) {
  std::string out = expand_categories(query);
  const auto window = date_window(from, to);
  if (category.empty() && !window) return out;
  out = "(" + out + ")";
  if (!category.empty()) out += " AND " + live_category_term(category);
  if (window) {
    out += " AND submittedDate:[" + stamp_of_instant(window->from) + " TO " +
           stamp_of_instant(window->to) + "]";
  }
  return out;
}

}  // namespace arxiv
