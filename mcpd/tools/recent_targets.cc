#include "mcpd/tools/recent_targets.h"

#include <algorithm>

namespace tools {

std::optional<ReadMetadata::Target> RecentTargets::find(const arxiv::PaperId& id) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) { return each.id == id; });
  if (found == kept_.end() || now_() - found->since >= age_) return std::nullopt;
  return found->target;
}

void RecentTargets::keep(const arxiv::PaperId& id, const ReadMetadata::Target& target) {
  const std::lock_guard lock(mutex_);
  kept_.remove_if([&](const Kept& each) { return each.id == id; });
  kept_.push_front({id, target, now_()});
  if (kept_.size() > kMost) kept_.pop_back();
}

}  // namespace tools
