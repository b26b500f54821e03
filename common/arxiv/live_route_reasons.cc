#include <algorithm>

#include "common/arxiv/query.h"

namespace arxiv {
namespace {

using enum LiveRouteReason;

constexpr LiveRouteRule kRules[] = {
    {kFilterNotConjunct, "filter_not_conjunct", "cat:cs.LG OR ti:attention",
     "a cat: or submittedDate: filter stands beside other terms without AND"},
    {kNoPositiveTerm, "no_positive_term", "cat:cs.LG ANDNOT ti:survey", "it only excludes words"},
    {kUnbalancedParens, "unbalanced_parens", "(ti:attention AND ti:need",
     "its parentheses do not match"},
    {kEmptyOperand, "empty_operand", "ti: AND abs:graph", "a prefix or a phrase has no text"},
    {kNothingToMatch, "nothing_to_match", "()", "it holds nothing to look for"},
    {kUnsupportedField, "unsupported_field", "rn:LA-UR-19",
     "it uses a field that the mirror does not index"},
    {kMalformedDate, "malformed_date", "submittedDate:2024 AND ti:graph",
     "its submittedDate: range has another form"},
    {kStopword, "stopword", "ti:the AND ti:graph",
     "one of its terms is a word that arXiv does not index, such as of, and or the"},
    {kMultiwordAuthor, "multiword_author", "au:\"geoffrey hinton\"",
     "an au: term has more than one word"},
    {kEmptyCategory, "empty_category", "cat:zz* AND ti:graph", "a cat: pattern names no category"},
    {kOperatorWithoutOperand, "operator_without_operand", "ti:graph AND",
     "an operator has no term on one side"},
    {kTooDeep, "too_deep", "", "its operators nest too deeply"},
    {kWildcard, "wildcard", "ti:graph*", "it uses * or ? inside a term"},
    {kUnknownPrefix, "unknown_prefix", "subject:graph", "it uses an unknown prefix"},
    {kUnterminatedQuote, "unterminated_quote", "ti:\"attention is",
     "a quotation mark has no partner"},
    {kNoToken, "no_token", "ti:+ AND ti:graph", "one of its terms holds no letter or digit"},
};

}  // namespace

std::span<const LiveRouteRule> live_route_rules() {
  return kRules;
}

const LiveRouteRule& live_route_rule(LiveRouteReason reason) {
  return *std::find_if(std::begin(kRules), std::end(kRules),
                       [reason](const LiveRouteRule& rule) { return rule.reason == reason; });
}

}  // namespace arxiv
