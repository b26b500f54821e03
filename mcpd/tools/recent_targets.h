#pragma once

/// Which version the last reads were of, so that a call which goes on in a paper stays in that one
/// and asks nobody.

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <optional>

#include "common/arxiv/paper_id.h"
#include "common/base/deadline.h"
#include "mcpd/tools/read_metadata.h"

namespace tools {

/// Any thread may call.
class RecentTargets {
 public:
  using Clock = base::Deadline::Clock;

  /// What was kept is forgotten after `age`, and when kMost later ones have come.
  static constexpr std::size_t kMost = 64;
  explicit RecentTargets(std::chrono::minutes age,
                         std::function<Clock::time_point()> now = Clock::now)
      : age_(age), now_(std::move(now)) {}

  /// What `id`, as it was written, was found to be.
  std::optional<ReadMetadata::Target> find(const arxiv::PaperId& id);
  void keep(const arxiv::PaperId& id, const ReadMetadata::Target& target);

 private:
  struct Kept {
    arxiv::PaperId id;
    ReadMetadata::Target target;
    Clock::time_point since;
  };

  const std::chrono::minutes age_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  std::list<Kept> kept_;  // the last kept first
};

}  // namespace tools
