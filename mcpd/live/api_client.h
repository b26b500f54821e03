#pragma once

/// Questions to arXiv's search API, asked as arXiv wants to be asked: one at a time, with a pause
/// between, and never again while it asks for patience (contract 4).

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"
#include "common/base/deadline.h"
#include "common/http/client.h"
#include "common/pacing/pacer.h"
#include "mcpd/live/api_query.h"
#include "mcpd/live/atom.h"
#include "mcpd/live/host_health.h"
#include "mcpd/live/throttle.h"

namespace live {

/// How long a call may wait, and for what.
struct Patience {
  base::Deadline deadline = base::Deadline::never();
  std::stop_token stop;
  /// The caller has another answer: a host that is known to be down, or found to be while a turn is
  /// waited for, is not asked, and fails at once with kServiceUnavailable; a turn is waited for no
  /// longer than for an answer.
  bool has_other_answer = false;
};

/// Safe to use from several threads; sends nothing before the first question.
///
/// Every question waits for its turn, sends one request, and after kServiceUnavailable one more.
/// It throws Fault as read_answer and http::Client::get do, and
///   kRateLimited  `rate_limited`, within a second of the answer: the cooldown that every further
///                 request now waits for is in the message and as `cooldownAppliedMs`, the
///                 throttles in a row are `consecutiveRateLimits`;
///   kCancelled, kTimeout  while waiting for the turn.
/// After a second failure of the kind the message ends in "(failed after 2 attempts)", and the data
/// holds `retryAttempts` and `operation`.
class ApiClient {
 public:
  struct Options {
    std::string base_url;
    std::chrono::milliseconds timeout{};      ///< for each exchange, its body included
    std::chrono::milliseconds retry_delay{};  ///< before the second request, a quarter more or less
  };
  /// `http` and `pacer` outlive this.
  ApiClient(http::Client& http, pacing::Pacer& pacer, Options options);

  /// Looks `ids` (at least one, distinct) up, each in a slot of its own. When arXiv answers 500 to
  /// a list with pinned identifiers of the old style, the second request asks for those without
  /// version (contract 4.6).
  std::vector<Found> look_up(std::span<const arxiv::PaperId> ids, const Patience& patience);

  /// One page: at most page_size(question) entries, whatever arXiv sends. Throws Fault
  /// `start_beyond_result_limit` before any request when the page begins where arXiv shows nothing
  /// any more.
  Feed search(const SearchQuestion& question, const Patience& patience);

  /// True while arXiv is known not to be reachable.
  bool is_down() const { return health_.is_down(); }
  /// Whoever meets a throttle of arXiv's at another address notes it here (contract 4.2).
  Throttle& throttle() { return throttle_; }

 private:
  /// One question and what is asked instead of it when the first request fails so.
  struct Question;
  Feed ask(const Question& question, const Patience& patience);
  pacing::Turn take_turn(const Patience& patience);
  Feed exchange(const std::string& url, std::size_t most, const Patience& patience);
  http::Response send(const std::string& url, const Patience& patience);

  http::Client& http_;
  pacing::Pacer& pacer_;
  Options options_;
  Throttle throttle_;
  HostHealth health_;
};

}  // namespace live
