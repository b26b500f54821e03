#pragma once

/// Getting one page from arXiv: pacing, retries, outages (contract 11.1, 11.3, 11.5, decision 44).

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/base/log.h"
#include "common/base/settings.h"
#include "common/http/client.h"
#include "common/pacing/pacer.h"
#include "harvestd/oai/page.h"
#include "harvestd/oai/request.h"

namespace harvest {

using std::chrono::milliseconds;

/// Told to people while a fetch waits: why, and for how long.
using WaitNotice = std::function<void(const std::string& why, milliseconds pause)>;

/// How to ask.
struct FetchRules {
  std::string base_url;
  milliseconds request_delay{};    ///< from the end of a request to the start of the next
  milliseconds timeout{};          ///< for one request
  milliseconds retry_delay{};      ///< before the first retry, doubled before the second
  milliseconds outage_wait{};      ///< first wait once the retries are used up, doubled each time
  milliseconds outage_wait_max{};  ///< longest such wait
  bool waits_out_outages = false;  ///< init does; a refresh fails instead
  /// Where turns at arXiv are shared with other processes (pacing::Slot).
  std::vector<std::string> slot_folders = {};
  /// No wait and no request goes on behind it, and no page is begun that might not end by it.
  base::Deadline end = base::Deadline::never();

  static FetchRules from(const base::Settings& settings);
};

/// A request is sent this often before it counts as failed.
inline constexpr int kAttempts = 3;

/// The longest one page can take, from the pause before it to its last failure, when arXiv names
/// no Retry-After.
milliseconds longest_page_cycle(const FetchRules& rules);

/// The `count`th wait of an outage (1 = the first), never under a Retry-After.
milliseconds outage_pause(int count, const FetchRules& rules,
                          std::optional<milliseconds> retry_after);

/// An exchange that brought no page.
struct FailedExchange {
  base::Fault fault;
  bool passing = false;  ///< worth asking again: 5xx, 429, a timeout or a network failure
  std::optional<milliseconds> retry_after;
};

/// What an answer's status means; nothing when its body is to be read.
std::optional<FailedExchange> judge_answer(const http::Response& response, const std::string& host,
                                           std::chrono::sys_seconds now);

/// What an exchange without an answer means.
FailedExchange judge_fault(const base::Fault& fault);

/// Fetches one page after another, each request in its turn among all processes of the user; a
/// Retry-After holds up the others too. One thread at a time may call fetch(); the notice is called
/// on that thread.
class PageFetcher {
 public:
  /// `client` and `notice`'s captures outlive the fetcher.
  PageFetcher(FetchRules rules, http::Client& client, WaitNotice notice,
              base::Log log = base::Log::none());

  /// The answer at `position`. Nothing, and nothing was asked, when the page might no longer end by
  /// the rules' end; that can be because others had the turns for so long. Throws the Fault of the
  /// last attempt: kServiceUnavailable, kTimeout or kRateLimited for a failure that may pass,
  /// kInvalidRequest for any other status, and what parse_page throws. Throws kCancelled at once
  /// when `stop` is requested before the body is complete; a complete body is always read.
  std::optional<Answer> fetch(const ListPosition& position, const std::stop_token& stop);

 private:
  struct Exchange {
    std::string body;
    std::optional<FailedExchange> failure;
  };
  std::optional<Exchange> exchange(const std::string& url, base::Deadline begins_by,
                                   const std::stop_token& stop);
  std::optional<Exchange> exchange_with_retries(const std::string& url, base::Deadline begins_by,
                                                const std::stop_token& stop);
  void pause(const FailedExchange& failure, milliseconds span, const std::stop_token& stop);

  FetchRules rules_;
  http::Client& client_;
  WaitNotice notice_;
  pacing::Pacer pacer_;
};

}  // namespace harvest
