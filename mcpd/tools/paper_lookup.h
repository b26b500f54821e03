#pragma once

/// Papers by identifier: from the mirror where it holds the right version, else from arXiv in one
/// request (contract 1.2, decisions 7 and 49). One service for the metadata tool and the paper
/// resource.

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"
#include "common/base/deadline.h"
#include "common/base/log.h"
#include "common/mirror/reader_pool.h"
#include "mcpd/live/api_query.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/tools/origin.h"

namespace tools {

/// Why an identifier has no paper, in the contract's words.
struct Miss {
  std::string reason;  ///< `not_in_arxiv`, `version_not_served`, `version_not_in_mirror`, ...
  std::string detail;  ///< a sentence, or empty
};

/// What became of one identifier: a paper, or the reason why there is none.
struct LookupOutcome {
  std::optional<arxiv::Paper> paper;
  Miss miss;
};

struct LookupResult {
  std::vector<LookupOutcome> outcomes;  ///< one for each identifier asked for, in order
  Origin origin;
};

class PaperLookup {
 public:
  /// Asks arXiv for the given papers.
  using Live = std::function<std::vector<live::Found>(std::span<const arxiv::PaperId>,
                                                      base::Deadline, const std::stop_token&)>;

  /// `mirror` is null when the mirror is switched off; it and `log` outlive this. With
  /// `fallback_live` off arXiv is asked only when the mirror cannot answer at all.
  PaperLookup(mirror::ReaderPool* mirror, bool fallback_live, Live live, const base::Log& log)
      : mirror_(mirror), fallback_live_(fallback_live), live_(std::move(live)), log_(log) {}

  /// Looks up `ids`, which are distinct. Throws what arXiv's failure was when the mirror has none
  /// of them, when arXiv rejects the request, and when the call is cancelled; another failure is
  /// the outcome of the identifiers it concerns. Any thread.
  LookupResult find(std::span<const arxiv::PaperId> ids, const mcp::Call& call) const;

 private:
  struct Stored;
  Stored read_mirror(std::span<const arxiv::PaperId> ids, const mcp::Call& call) const;
  void ask_arxiv(std::span<const arxiv::PaperId> ids, const mcp::Call& call, Stored& stored) const;

  mirror::ReaderPool* mirror_;
  bool fallback_live_;
  Live live_;
  const base::Log& log_;
};

}  // namespace tools
