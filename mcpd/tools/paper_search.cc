#include "mcpd/tools/paper_search.h"

#include "common/arxiv/query.h"
#include "common/base/fault.h"
#include "common/mirror/sqlite.h"
#include "mcpd/tools/live_reasons.h"

namespace tools {
namespace {

using base::Code;
using base::Fault;

[[noreturn]] void refuse_syntax(const std::string& query, arxiv::LiveRouteReason reason) {
  const arxiv::LiveRouteRule& rule = arxiv::live_route_rule(reason);
  const std::string name(rule.name);
  throw Fault(Code::kValidation, "unsupported_query_syntax",
              "The mirror cannot answer this query as arXiv would (" + name + "): " +
                  std::string(rule.what) + ". Only arXiv's live search could take it as it stands.")
      .with("query", query)
      .with("liveReason", name)
      .hint(std::string(rephrasing(reason)));
}

[[noreturn]] void refuse_without_mirror(std::string_view why) {
  throw Fault(Code::kServiceUnavailable, "", "No mirror is ready to search. " + std::string(why))
      .hint(
          "Tell the user what the message says; searches work once the operator has done it. "
          "arxiv_get_metadata still finds papers by id.");
}

mirror::SearchRequest request_for(const SearchOrder& order) {
  arxiv::TranslatedQuery translated = arxiv::translate_search(
      order.query, order.category, order.submitted_from, order.submitted_to);
  if (translated.live) refuse_syntax(order.query, *translated.live);
  return {std::move(translated.mirror), order.sort, order.ascending, order.start, order.limit};
}

}  // namespace

mirror::SearchPage PaperSearch::run(const mirror::SearchRequest& request, const mcp::Call& call,
                                    std::string& as_of) const {
  if (mirror_ == nullptr)
    refuse_without_mirror("It is switched off; ARXIV_MIRROR_ENABLED=true switches it on.");
  mirror::NotReady reason{};
  auto reader = mirror_->borrow(&reason);
  if (!reader) refuse_without_mirror(mirror::describe(reason));
  try {
    as_of = (*reader)->state().last_datestamp.value_or("");
    return (*reader)->search(request, call.deadline, call.stop);
  } catch (const mirror::SqliteFault& fault) {
    reader->discard();
    log_.warning("The mirror cannot be searched: " + fault.detail());
    refuse_without_mirror("Its file cannot be read; `mirrorctl status` tells more.");
  }
}

SearchResult PaperSearch::search(const SearchOrder& order, const mcp::Call& call) const {
  const mirror::SearchRequest request = request_for(order);
  SearchResult result;
  result.effective_query = arxiv::compose_effective_query(order.query, order.category,
                                                          order.submitted_from, order.submitted_to);
  result.page = run(request, call, result.origin.as_of);
  result.origin.source = Origin::Source::kMirror;
  return result;
}

}  // namespace tools
