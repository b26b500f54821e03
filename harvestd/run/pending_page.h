#pragma once

/// The next page: where there is something to do meanwhile, fetched and parsed on a thread of its
/// own.

#include <future>
#include <optional>
#include <stop_token>
#include <utility>

#include "common/base/following_stop.h"
#include "harvestd/run/fetch.h"

namespace harvest {

class PendingPage {
 public:
  /// `async` begins to fetch now, `deferred` in get(). `fetcher` outlives this object, and no other
  /// one uses it meanwhile.
  PendingPage(PageFetcher& fetcher, ListPosition position, const std::stop_token& stop,
              std::launch when)
      : own_(stop),
        answer_(std::async(when, [&fetcher, position = std::move(position), token = own_.token()] {
          return fetcher.fetch(position, token);
        })) {}
  /// Abandons the fetch when nobody took its answer.
  ~PendingPage() { own_.request(); }
  PendingPage(const PendingPage&) = delete;
  PendingPage& operator=(const PendingPage&) = delete;

  /// Waits for what PageFetcher::fetch returns or throws; once.
  std::optional<Answer> get() { return answer_.get(); }

 private:
  base::FollowingStop own_;
  std::future<std::optional<Answer>> answer_;  // its destructor waits for a thread
};

}  // namespace harvest
