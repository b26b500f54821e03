#include "mcpd/tools/live_reasons.h"

namespace tools {

using arxiv::LiveRouteReason;

LiveReasonText describe(LiveRouteReason reason) {
  switch (reason) {
    case LiveRouteReason::kFilterNotConjunct:
      return {"a cat: or submittedDate: filter stands beside other terms without AND",
              "Join the filter to the rest with AND, as in (a OR b) AND cat:cs.LG, or use the "
              "category and date parameters."};
    case LiveRouteReason::kNoPositiveTerm:
      return {"it only excludes words", "Add a word that has to be there before the ANDNOT."};
    case LiveRouteReason::kUnbalancedParens:
      return {"its parentheses do not match", "Close every parenthesis that is opened."};
    case LiveRouteReason::kEmptyOperand:
      return {
          "a prefix or a phrase has no text",
          "Write the text directly behind the prefix, as in ti:graph or ti:\"neural network\"."};
    case LiveRouteReason::kNothingToMatch:
      return {"it holds nothing to look for", "Add a word or a field term."};
    case LiveRouteReason::kUnsupportedField:
      return {"it uses a field that the mirror does not index",
              "Use ti: au: abs: co: jr: cat: or all:; look ids up with arxiv_get_metadata."};
    case LiveRouteReason::kMalformedDate:
      return {"its submittedDate: range has another form",
              "Use submitted_from and submitted_to, or submittedDate:[YYYYMMDDHHMM TO "
              "YYYYMMDDHHMM]."};
    case LiveRouteReason::kStopword:
      return {"one of its terms is a word that arXiv does not index, such as of, and or the",
              "Leave that word out or put it into a \"phrase\"; operators are upper case."};
    case LiveRouteReason::kMultiwordAuthor:
      return {"an au: term has more than one word",
              "Give the surname alone, or join the names: au:hinton AND au:geoffrey."};
    case LiveRouteReason::kEmptyCategory:
      return {"a cat: pattern names no category", "Take codes from arxiv_list_categories."};
    case LiveRouteReason::kOperatorWithoutOperand:
      return {"an operator has no term on one side",
              "Put a term on both sides of AND, OR and ANDNOT, or quote the word."};
    case LiveRouteReason::kTooDeep:
      return {"its operators nest too deeply", "Split it into several smaller searches."};
    case LiveRouteReason::kWildcard:
      return {"it uses * or ? inside a term", "Write the forms out, as in (network OR networks)."};
    case LiveRouteReason::kUnknownPrefix:
      return {"it uses an unknown prefix",
              "Use ti: au: abs: co: jr: cat: or all:, and quote a text that holds a colon."};
    case LiveRouteReason::kUnterminatedQuote:
      return {"a quotation mark has no partner", "Put phrases between two quotation marks."};
    case LiveRouteReason::kNoToken:
      break;
  }
  return {"one of its terms holds no letter or digit", "Leave that term out."};
}

}  // namespace tools
