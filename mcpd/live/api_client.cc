#include "mcpd/live/api_client.h"

#include <functional>

#include "common/base/fault.h"
#include "common/base/following_stop.h"
#include "mcpd/live/api_answer.h"
#include "mcpd/live/fault_facts.h"
#include "mcpd/live/second_try.h"

namespace live {
namespace {

using base::Code;
using base::Fault;
using std::chrono::milliseconds;

constexpr std::size_t kMaximumFeedBytes = 16UL << 20;
/// Percent of a request's time that tells of a host which does not answer.
constexpr int kTelling = 90;
constexpr std::string_view kAccept = "application/atom+xml, application/xml";

Fault beyond_results(const SearchQuestion& question) {
  return Fault(Code::kValidation, "start_beyond_result_limit",
               "arXiv shows the first 10,000 results of a search, so start=" +
                   std::to_string(question.start) + " is beyond its limit.")
      .with("start", question.start)
      .with("query", question.query)
      .retryable(false);
}

}  // namespace

struct ApiClient::Question {
  std::string_view operation;
  std::string url;
  std::size_t most;  ///< entries that the answer may have
  /// The address of the second request after a first one that failed so.
  std::function<std::string(const Fault&)> second_url;
};

ApiClient::ApiClient(http::Client& http, pacing::Pacer& pacer, Options options)
    : http_(http), pacer_(pacer), options_(std::move(options)), throttle_(pacer) {}

http::Response ApiClient::send(const std::string& url, const Patience& patience) {
  http::Request request;
  request.url = url;
  request.accept = kAccept;
  request.timeout = options_.timeout;
  request.max_body_bytes = kMaximumFeedBytes;
  request.send_once = true;
  request.host_name = "arXiv's API";
  request.settled_by_status = {kThrottleStatuses.begin(), kThrottleStatuses.end()};
  const auto begun = base::Deadline::Clock::now();
  try {
    http::Response response = http_.get(request, patience.deadline, patience.stop);
    health_.note_answered();
    return response;
  } catch (const Fault& fault) {
    // A caller whose patience ends just before the request's own time has found out as much.
    const bool had_its_time =
        base::Deadline::Clock::now() - begun >= options_.timeout * kTelling / 100;
    const bool late =
        fault.code() == Code::kTimeout && (had_its_time || !patience.deadline.expired());
    const bool refused = fault.code() == Code::kServiceUnavailable && status_of(fault) == 0;
    if (late || refused) health_.note_unreachable();
    throw extended(fault, "").with("url", http::without_credentials(url));
  }
}

pacing::Turn ApiClient::take_turn(const Patience& patience) {
  if (!patience.has_other_answer) return pacer_.take_turn(patience.deadline, patience.stop);
  base::FollowingStop stop(patience.stop);
  const std::stop_callback give_up(health_.down(), [&stop] { stop.request(); });
  const auto longest = base::Deadline::after(options_.timeout).earlier_of(patience.deadline);
  try {
    return pacer_.take_turn(longest, stop.token());
  } catch (const Fault& fault) {
    if (fault.code() != Code::kCancelled || patience.stop.stop_requested()) throw;
    throw Fault(Code::kServiceUnavailable, "", "arXiv's API cannot be reached at the moment.");
  }
}

Feed ApiClient::exchange(const std::string& url, std::size_t most, const Patience& patience) {
  const pacing::Turn turn = take_turn(patience);
  try {
    Feed feed = read_answer(send(url, patience), url, most);
    throttle_.note_answered();
    return feed;
  } catch (const Fault& fault) {
    if (fault.code() != Code::kRateLimited) throw;
    throw with_cooldown(fault, throttle_);
  }
}

Feed ApiClient::ask(const Question& question, const Patience& patience) {
  std::string second_url;
  try {
    return exchange(question.url, question.most, patience);
  } catch (const Fault& fault) {
    const auto pause = pause_before_second_try(fault, options_.retry_delay);
    if (!pause || (patience.has_other_answer && health_.is_down())) throw;
    const auto until = base::Deadline::after(*pause).earlier_of(patience.deadline);
    if (!base::wait_until(until, patience.stop)) throw base::cancelled();
    second_url = question.second_url(fault);
  }
  try {
    return exchange(second_url, question.most, patience);
  } catch (const Fault& fault) {
    if (fault.code() != Code::kServiceUnavailable) throw;
    throw after_second_try(fault, question.operation);
  }
}

std::vector<Found> ApiClient::look_up(std::span<const arxiv::PaperId> ids,
                                      const Patience& patience) {
  const std::string url = lookup_url(options_.base_url, ids);
  bool asked_latest = false;
  const Question question{
      "lookup", url, kAllEntries, [&](const Fault& fault) {
        asked_latest = status_of(fault) == 500 && has_old_style_pin(ids);
        return asked_latest ? lookup_url(options_.base_url, without_old_style_pins(ids)) : url;
      }};
  const Feed feed = ask(question, patience);
  return asked_latest ? match_latest(ids, feed.papers) : match_papers(ids, feed.papers);
}

Feed ApiClient::search(const SearchQuestion& question, const Patience& patience) {
  const std::int64_t size = page_size(question);
  if (size == 0) throw beyond_results(question);
  const std::string url = search_url(options_.base_url, question);
  const auto most = static_cast<std::size_t>(size);
  return ask({"search", url, most, [&](const Fault&) { return url; }}, patience);
}

}  // namespace live
