#pragma once

/// Searches over a small mirror of a test's own, with an arXiv behind it that answers as told.

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/base/fault.h"
#include "mcpd/tools/paper_search.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// arXiv as one answer, with a record of what it was asked.
struct FakeArxiv {
  live::Feed feed;
  std::optional<base::Fault> failure;
  std::function<void()> meanwhile;  ///< happens while it is asked
  std::vector<live::SearchQuestion> asked;
  std::vector<bool> had_other_answer;

  live::Feed search(const live::SearchQuestion& question, const live::Patience& patience) {
    asked.push_back(question);
    had_other_answer.push_back(patience.has_other_answer);
    if (meanwhile) meanwhile();
    if (failure) throw base::Fault(*failure);
    return feed;
  }
};

class SearchSetting {
 public:
  explicit SearchSetting(bool newest_from_arxiv = false, bool with_mirror = true)
      : pool_(path(), std::chrono::minutes(5), log_),
        search_(
            with_mirror ? &pool_ : nullptr, newest_from_arxiv,
            [this](const live::SearchQuestion& question, const live::Patience& patience) {
              return arxiv.search(question, patience);
            },
            log_) {
    arxiv.feed.total = 7;
    arxiv.feed.entries = 1;
    arxiv.feed.papers.emplace_back().id = "2412.00001v1";
  }

  void fill() const {
    const std::string january = "2024-01-10T09:00:00.000Z";
    const std::string march = "2024-03-10T09:00:00.000Z";
    make_mirror(path(), {{"2401.00001", "1", "Graph networks", "Ada Quill", "cs.LG stat.ML",
                          january, january},
                         {"2403.00002", "2", "Graph kernels", "Bo Reed", "math.CO", march, march},
                         {"2403.00003", "1", "Knots", "Cy Moss", "math.GT", march, march}});
  }
  /// Makes every statement on `papers` fail from now on.
  void break_file() const {
    change_mirror(path(), "ALTER TABLE papers RENAME COLUMN abstract TO summary");
  }
  std::string path() const { return folder_ / "mirror.db"; }

  tools::SearchResult search(const tools::SearchOrder& order, std::stop_token stop = {}) const {
    mcp::Call call = quiet_call();
    call.stop = std::move(stop);
    return search_.search(order, call);
  }
  base::Fault failure_of(const tools::SearchOrder& order, std::stop_token stop = {}) const {
    try {
      search(order, std::move(stop));
    } catch (const base::Fault& fault) {
      return fault;
    }
    throw std::logic_error("the search succeeded");
  }

  const tools::PaperSearch& service() const { return search_; }

  FakeArxiv arxiv;

 private:
  TempDir folder_;
  base::Log log_ = base::Log::none();
  mirror::ReaderPool pool_;
  tools::PaperSearch search_;
};

inline tools::SearchOrder order_for(std::string query) {
  tools::SearchOrder order;
  order.query = std::move(query);
  return order;
}

inline std::vector<std::string> ids_of(const tools::SearchResult& result) {
  std::vector<std::string> ids;
  for (const arxiv::Paper& paper : result.page.papers)
    ids.push_back(paper.id);
  return ids;
}

inline tools::SearchOrder newest_for(std::string query) {
  tools::SearchOrder order = order_for(std::move(query));
  order.sort = mirror::SearchRequest::Sort::kSubmitted;
  return order;
}

}  // namespace testing
