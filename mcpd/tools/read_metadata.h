#pragma once

/// Which paper a read is of: its version, title and links (contract 5.2). arXiv is asked first, as
/// the mirror may lag behind; the mirror answers for a version that it holds exactly, and where
/// arXiv does not answer.

#include <chrono>
#include <functional>
#include <optional>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"
#include "common/base/deadline.h"
#include "common/base/log.h"
#include "common/mirror/reader_pool.h"
#include "mcpd/live/api_client.h"
#include "mcpd/mcp/registry.h"

namespace tools {

class ReadMetadata {
 public:
  using Live = std::function<live::Found(const arxiv::PaperId&, const live::Patience&)>;

  struct Target {
    arxiv::Paper paper;
    /// An identifier without version was asked for, and arXiv itself knows version 1 alone.
    bool only_version = false;
  };

  /// `mirror` is null when the mirror is switched off; it and `log` outlive this. A paper that the
  /// mirror holds is waited for no longer than `wait` where its latest version is wanted.
  ReadMetadata(mirror::ReaderPool* mirror, std::chrono::milliseconds wait, Live live,
               const base::Log& log)
      : mirror_(mirror), wait_(wait), live_(std::move(live)), log_(log) {}

  /// Throws Fault `no_match`, `version_not_served`, `version_unavailable` (arXiv failed, and the
  /// mirror holds another version: data.mirrorVersion), or arXiv's own failure. Any thread.
  Target find(const arxiv::PaperId& id, base::Deadline deadline, const mcp::Call& call) const;

 private:
  std::optional<mirror::StoredPaper> read_mirror(const arxiv::PaperId& id,
                                                 const mcp::Call& call) const;

  mirror::ReaderPool* mirror_;
  std::chrono::milliseconds wait_;
  Live live_;
  const base::Log& log_;
};

}  // namespace tools
