#pragma once

/// arXiv's search query language, read with arXiv's own grammar and translated for the mirror
/// (contract 7). Pure: no file, no network. Parsing, lifting and emission use explicit stacks and
/// are linear in the query, whatever its nesting.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arxiv {

/// Instants in the mirror's `YYYY-MM-DDTHH:MM:SS.000Z` form, both inclusive.
struct DateWindow {
  std::string from;
  std::string to;
  bool operator==(const DateWindow&) const = default;
};

/// Category codes joined by OR.
using CategoryGroup = std::vector<std::string>;

/// Why a query cannot be answered faithfully from the mirror (contract 7.4, decision 19).
enum class LiveRouteReason {
  kFilterNotConjunct,
  kNoPositiveTerm,
  kUnbalancedParens,
  kEmptyOperand,
  kNothingToMatch,
  kUnsupportedField,
  kMalformedDate,
  kStopword,
  kMultiwordAuthor,
  kEmptyCategory,
  kOperatorWithoutOperand,
  kTooDeep,
  kWildcard,
  kUnknownPrefix,
  kUnterminatedQuote,
  kNoToken,
};

/// A reason in words.
struct LiveRouteRule {
  LiveRouteReason reason;
  std::string_view name;  ///< the contract's word: `filter_not_conjunct`
  std::string_view
      example;            ///< a query of which it is true; empty where that takes hundreds of words
  std::string_view what;  ///< what the query does, to follow "because"
};

/// Every reason once, in the order of the enumeration.
std::span<const LiveRouteRule> live_route_rules();
const LiveRouteRule& live_route_rule(LiveRouteReason reason);

/// What the mirror is asked for. AND between the parts; within a group OR.
struct MirrorQuery {
  std::string match;  ///< FTS5 expression; empty when the query is filters alone
  std::vector<CategoryGroup> groups;
  std::optional<DateWindow> window;
};

/// A query the mirror answers, or the reason it goes live.
struct TranslatedQuery {
  MirrorQuery mirror;
  std::optional<LiveRouteReason> live;
};

TranslatedQuery translate_query(std::string_view query);

/// `from` and `to` are `YYYY-MM-DD` or empty for open. Throws Fault `invalid_date_range` naming the
/// field when one is no real date or they are out of order. Nothing when both are empty; an open
/// side gets arXiv's widest bound. `to` closes at the midnight after its day (contract 10.3).
std::optional<DateWindow> date_window(std::string_view from, std::string_view to);

/// `query` as a search asks for it beside the parameters `category` (a searchable code, or empty)
/// and the days `from` and `to`: all of them have to hold. Throws Fault `unknown_category` with
/// suggestions, and as date_window does.
TranslatedQuery translate_search(std::string_view query, std::string_view category,
                                 std::string_view from, std::string_view to);

/// The window both describe; its `from` may lie behind its `to`, which matches nothing.
DateWindow intersect(const DateWindow& a, const DateWindow& b);

/// The query with every filter folded in, as the API takes it and as a client can replay it
/// (contract 4.9): `cat:` operands expanded, `category` (may be empty) and the window appended.
std::string compose_effective_query(std::string_view query, std::string_view category,
                                    std::string_view from, std::string_view to);

}  // namespace arxiv
