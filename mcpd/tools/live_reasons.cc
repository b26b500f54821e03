#include "mcpd/tools/live_reasons.h"

namespace tools {

using arxiv::LiveRouteReason;

std::string_view rephrasing(LiveRouteReason reason) {
  switch (reason) {
    case LiveRouteReason::kFilterNotConjunct:
      return "Join the filter to the rest with AND, as in (a OR b) AND cat:cs.LG, or use the "
             "category and date parameters.";
    case LiveRouteReason::kNoPositiveTerm:
      return "Add a word that has to be there before the ANDNOT.";
    case LiveRouteReason::kUnbalancedParens:
      return "Close every parenthesis that is opened.";
    case LiveRouteReason::kEmptyOperand:
      return "Write the text directly behind the prefix, as in ti:graph or ti:\"neural network\".";
    case LiveRouteReason::kNothingToMatch:
      return "Add a word or a field term.";
    case LiveRouteReason::kUnsupportedField:
      return "Use ti: au: abs: co: jr: cat: or all:; look ids up with arxiv_get_metadata.";
    case LiveRouteReason::kMalformedDate:
      return "Use submitted_from and submitted_to, or submittedDate:[YYYYMMDDHHMM TO "
             "YYYYMMDDHHMM].";
    case LiveRouteReason::kStopword:
      return "Leave that word out or put it into a \"phrase\"; operators are upper case.";
    case LiveRouteReason::kMultiwordAuthor:
      return "Give the surname alone, or join the names: au:hinton AND au:geoffrey.";
    case LiveRouteReason::kEmptyCategory:
      return "Take codes from arxiv_list_categories.";
    case LiveRouteReason::kOperatorWithoutOperand:
      return "Put a term on both sides of AND, OR and ANDNOT, or quote the word.";
    case LiveRouteReason::kTooDeep:
      return "Split it into several smaller searches.";
    case LiveRouteReason::kWildcard:
      return "Write the forms out, as in (network OR networks).";
    case LiveRouteReason::kUnknownPrefix:
      return "Use ti: au: abs: co: jr: cat: or all:, and quote a text that holds a colon.";
    case LiveRouteReason::kUnterminatedQuote:
      return "Put phrases between two quotation marks.";
    case LiveRouteReason::kNoToken:
      break;
  }
  return "Leave that term out.";
}

}  // namespace tools
