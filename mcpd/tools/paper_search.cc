#include "mcpd/tools/paper_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/arxiv/query.h"
#include "common/base/fault.h"
#include "common/mirror/sqlite.h"

namespace tools {

/// One search and what has been made of its query.
struct PaperSearch::Search {
  const SearchOrder& order;
  const mcp::Call& call;
  std::string effective_query;
  arxiv::MirrorQuery query;
};

/// A page of the mirror's, or why it may not answer.
struct PaperSearch::MirrorAnswer {
  std::optional<mirror::SearchPage> page = {};
  std::string as_of = {};
  LiveReason reason = {};
};

namespace {

using base::Code;
using base::Fault;
using Sort = mirror::SearchRequest::Sort;

/// arXiv's answer as a result, with a total that covers what it lists.
SearchResult result_of(live::Feed feed, const live::SearchQuestion& question,
                       const LiveReason& reason) {
  if (feed.entries > 0) feed.total = std::max(feed.total, question.start + feed.entries);
  const std::int64_t dropped = feed.entries - static_cast<std::int64_t>(feed.papers.size());
  return {question.query,
          {std::move(feed.papers), feed.total, false, false},
          live::page_size(question),
          dropped,
          {Origin::Source::kLive, "", reason.name}};
}

/// Relevance is best first, whatever the direction asked for (decision 22).
live::SearchQuestion question_for(const SearchOrder& order, const std::string& query) {
  using Live = live::SearchQuestion::Sort;
  const Live sort = order.sort == Sort::kSubmitted ? Live::kSubmitted
                    : order.sort == Sort::kUpdated ? Live::kUpdated
                                                   : Live::kRelevance;
  const bool ascending = order.ascending && order.sort != Sort::kRelevance;
  return {query, sort, ascending, order.start, order.limit};
}

void check_not_cancelled(const mcp::Call& call) {
  if (call.stop.stop_requested()) throw base::cancelled();
}

}  // namespace

SearchResult PaperSearch::search(const SearchOrder& order, const mcp::Call& call) const {
  arxiv::TranslatedQuery translated = arxiv::translate_search(
      order.query, order.category, order.submitted_from, order.submitted_to);
  const Search search{order, call,
                      arxiv::compose_effective_query(order.query, order.category,
                                                     order.submitted_from, order.submitted_to),
                      std::move(translated.mirror)};
  if (mirror_ == nullptr) return from_arxiv(search, {});
  if (translated.live) return from_arxiv(search, live_reason(*translated.live));
  return route(search);
}

SearchResult PaperSearch::route(const Search& search) const {
  if (asks_arxiv_first(search.order)) return newest_first(search);
  MirrorAnswer answer = ask_mirror(search);
  if (answer.page) return from_mirror(search, std::move(answer));
  check_not_cancelled(search.call);
  return from_arxiv(search, answer.reason);
}

/// A mirror that cannot answer at all is no alternative, so arXiv is then asked for that reason.
bool PaperSearch::asks_arxiv_first(const SearchOrder& order) const {
  return newest_from_arxiv_ && order.sort == Sort::kSubmitted && !order.ascending &&
         mirror_->borrow().has_value();
}

SearchResult PaperSearch::newest_first(const Search& search) const {
  try {
    return from_arxiv(search, recency(), true);
  } catch (const Fault& failure) {
    if (failure.code() == Code::kCancelled) throw;
    check_not_cancelled(search.call);
    MirrorAnswer answer;
    try {
      answer = ask_mirror(search);
    } catch (const Fault&) {
      check_not_cancelled(search.call);
    }
    if (!answer.page || answer.page->total == 0) throw;
    search.call.log(
        base::Level::kWarning,
        "arXiv did not answer, so the newest papers may be missing: " + failure.message());
    return from_mirror(search, std::move(answer));
  }
}

PaperSearch::MirrorAnswer PaperSearch::ask_mirror(const Search& search) const {
  mirror::NotReady not_ready{};
  auto reader = mirror_->borrow_for_search(search.call.deadline, search.call.stop, &not_ready);
  if (!reader) return {.reason = live_reason(not_ready)};
  const SearchOrder& order = search.order;
  try {
    MirrorAnswer answer;
    answer.page = (*reader)->search(
        {search.query, order.sort, order.ascending, order.start, order.limit, /*ends_at_cap=*/true},
        search.call.deadline, search.call.stop);
    if (answer.page->match_reaches_cap) return {.reason = match_cap()};
    answer.as_of = answer.page->as_of;
    return answer;
  } catch (const mirror::SqliteFault& fault) {
    reader->discard();
    log_.warning("The mirror cannot be searched: " + fault.detail());
    search.call.log(base::Level::kWarning, "The mirror cannot be searched.");
    return {.reason = mirror_failed()};
  }
}

SearchResult PaperSearch::from_mirror(const Search& search, MirrorAnswer answer) const {
  return {search.effective_query,
          std::move(*answer.page),
          search.order.limit,
          0,
          {Origin::Source::kMirror, std::move(answer.as_of), ""}};
}

/// Asking differently helps only where a mirror is ready.
LiveReason PaperSearch::with_way_out(const LiveReason& reason) const {
  mirror::NotReady not_ready{};
  if (!reason.is_of_query || mirror_->borrow(&not_ready)) return reason;
  return {reason.name, live_reason(not_ready).way_out};
}

SearchResult PaperSearch::from_arxiv(const Search& search, const LiveReason& reason,
                                     bool has_other_answer) const {
  const live::SearchQuestion question = question_for(search.order, search.effective_query);
  try {
    live::Feed feed = live_(question, {search.call.deadline, search.call.stop, has_other_answer});
    return result_of(std::move(feed), question, reason);
  } catch (const Fault& fault) {
    if (fault.code() == Code::kCancelled) throw;
    throw explained(fault, with_way_out(reason));
  }
}

}  // namespace tools
