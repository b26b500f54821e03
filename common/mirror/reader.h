#pragma once

/// The mirror file as a reader sees it: query-only, never created, migrated, or waited for
/// (contract 9.4, decisions 34, 38). One Reader belongs to one thread.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"
#include "common/arxiv/query.h"
#include "common/base/deadline.h"
#include "common/mirror/harvest_state.h"
#include "common/mirror/statement_trace.h"

namespace mirror {

/// Why a file does not answer; a caller goes to arXiv instead.
enum class NotReady {
  kMissing,       ///< no file, or no folder
  kUnreadable,    ///< not a database, truncated, garbage, or no permission
  kUnversioned,   ///< no schema version recorded
  kOlderVersion,  ///< harvestd has to migrate it
  kNewerVersion,  ///< written by a newer harvestd
  kMigrating,     ///< a migration holds a live lease
  kIncomplete,    ///< the first harvest has not finished
  kMissingIndex,  ///< an index that searches need is missing
};

/// One sentence for people: what is the matter and what cures it. Names no path.
std::string_view describe(NotReady reason);

/// Where counting stops, and from where on a term goes to arXiv (contract 10.1).
inline constexpr std::int64_t kMatchCap = 50'000;

/// A search the mirror answers.
struct SearchRequest {
  enum class Sort { kRelevance, kSubmitted, kUpdated };
  arxiv::MirrorQuery query;
  Sort sort = Sort::kRelevance;
  bool ascending = false;
  std::int64_t start = 0;
  std::int64_t limit = 10;   ///< 1 to 50
  bool ends_at_cap = false;  ///< a term that matches kMatchCap papers or more is only said to
};

struct SearchPage {
  std::vector<arxiv::Paper> papers;
  std::int64_t total = 0;             ///< never above kMatchCap but for one category code
  bool total_is_lower_bound = false;  ///< counting stopped at kMatchCap
  bool match_reaches_cap = false;     ///< the term alone matches kMatchCap papers or more
  std::string as_of = {};             ///< the day up to which the mirror knew arXiv, if any
};

/// A stored paper and the version it is stored at.
struct StoredPaper {
  arxiv::PaperId id;  ///< with its version
  arxiv::Paper paper;
};

class Reader {
 public:
  /// Opens `path` and checks that it can answer; keeps no connection when it cannot. Makes no file
  /// but SQLite's own empty side files beside a whole database in WAL mode. `lease` is how long a
  /// migration counts as alive after it last renewed.
  struct Opened;
  static Opened open(const std::string& path, std::chrono::milliseconds lease);

  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// The paper stored under `base` (an identifier without version), or nothing.
  std::optional<StoredPaper> find(std::string_view base);

  /// Papers matching `request`. Throws SqliteFault, Fault `unsupported_query_syntax` when FTS5
  /// refuses the expression, or Fault kCancelled / kTimeout.
  SearchPage search(const SearchRequest& request, base::Deadline deadline,
                    const std::stop_token& stop);

  /// The same, with an account of every statement that it ran.
  struct Explained {
    SearchPage page;
    std::vector<TracedStatement> statements;
  };
  Explained explain(const SearchRequest& request, base::Deadline deadline,
                    const std::stop_token& stop);

  /// Up to `limit` identifiers (without version) that begin with `prefix`, in order.
  std::vector<std::string> complete_ids(std::string_view prefix, int limit);

  HarvestState state() const;

  /// False once the file at the path is another one than the one open here, or its schema has
  /// changed: the caller drops this Reader and opens afresh.
  bool is_current() const;

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct Reader::Opened {
  std::optional<Reader> reader;       ///< set when the file answers
  std::optional<NotReady> not_ready;  ///< set otherwise
  std::string detail;                 ///< for the log alone; may hold the path
};

}  // namespace mirror
