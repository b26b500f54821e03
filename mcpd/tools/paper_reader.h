#pragma once

/// A paper and its text, within one deadline (contract 5).

#include <chrono>
#include <functional>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/reading/body_cache.h"
#include "mcpd/tools/read_metadata.h"
#include "mcpd/tools/recent_targets.h"

namespace tools {

struct ReadPaper {
  arxiv::Paper paper;
  reading::SharedBody body;  ///< never null
  /// ar5iv serves one revision and does not say which, so that it may be another than `paper`'s.
  bool revision_unconfirmed = false;
};

/// Any thread may call.
class PaperReader {
 public:
  /// Reads the text of a versioned identifier.
  using ReadBody =
      std::function<reading::Body(const std::string&, base::Deadline, const std::stop_token&)>;

  /// A read takes at most `timeout`.
  PaperReader(ReadMetadata metadata, ReadBody read_body, std::chrono::milliseconds timeout)
      : metadata_(std::move(metadata)), read_body_(std::move(read_body)), timeout_(timeout) {}

  /// Throws Fault as ReadMetadata and reading::ContentClient do, with `paperId` and `pdfUrl` in its
  /// data. `goes_on`: the call is about a place in a text that was read before. While that text is
  /// kept it stays with it, a later version or not, and asks no host.
  ReadPaper read(const arxiv::PaperId& id, bool goes_on, const mcp::Call& call);

 private:
  ReadPaper read_until(const arxiv::PaperId& id, bool goes_on, base::Deadline deadline,
                       const mcp::Call& call);
  std::optional<ReadPaper> read_kept(const arxiv::PaperId& id);

  ReadMetadata metadata_;
  ReadBody read_body_;
  std::chrono::milliseconds timeout_;
  reading::BodyCache cache_{{}};
  RecentTargets recent_{reading::BodyCache::Limits{}.age};
};

}  // namespace tools
