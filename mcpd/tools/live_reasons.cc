#include "mcpd/tools/live_reasons.h"

#include <string_view>

namespace tools {
namespace {

using arxiv::LiveRouteReason;
using base::Code;

/// How a query is put so that the mirror can follow it.
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

/// What to do about a failure apart from asking differently.
std::string waiting_text(const base::Fault& fault) {
  switch (fault.code()) {
    case Code::kRateLimited:
      return "Wait cooldownAppliedMs milliseconds before the next call that needs arXiv.";
    case Code::kServiceUnavailable:
    case Code::kTimeout:
    case Code::kSerialization:
      return "arXiv has to be asked again in a minute or two.";
    default:
      return "";
  }
}

}  // namespace

LiveReason live_reason(LiveRouteReason reason) {
  return {std::string(arxiv::live_route_rule(reason).name),
          "For the mirror to answer it: " + std::string(rephrasing(reason)), true};
}

LiveReason live_reason(mirror::NotReady reason) {
  return {"mirror_not_ready", "Tell the user: " + std::string(mirror::describe(reason))};
}

LiveReason recency() {
  return {"recency", ""};
}

LiveReason match_cap() {
  return {"match_cap", "For the mirror to answer it: Narrow it with a rarer word, joined by AND."};
}

LiveReason mirror_failed() {
  return {"mirror_failed",
          "Tell the user that the mirror's file cannot be read; `mirrorctl status` tells more."};
}

base::Fault explained(const base::Fault& fault, const LiveReason& reason) {
  base::Fault result(fault);
  if (!reason.name.empty()) result.with("liveReason", reason.name);
  const bool has_own_cure = fault.reason() == "start_beyond_result_limit" ||
                            (fault.reason() == "invalid_request" && !reason.is_of_query);
  if (!fault.hint().empty() || has_own_cure) return result;
  std::string hint = waiting_text(fault);
  if (!hint.empty() && !reason.way_out.empty()) hint += ' ';
  hint += reason.way_out;
  return hint.empty() ? result : result.hint(std::move(hint));
}

}  // namespace tools
