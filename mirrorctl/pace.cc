#include "mirrorctl/pace.h"

namespace mirrorctl {

using std::chrono::milliseconds;

void Pace::add(const Look& look) {
  looks_.push_back(look);
  while (looks_.size() > 2 && look.at - looks_[1].at >= kWindow)
    looks_.pop_front();
}

std::optional<double> Pace::papers_per_second() const {
  if (looks_.empty()) return std::nullopt;
  const std::chrono::duration<double> span = looks_.back().at - looks_.front().at;
  if (span.count() <= 0) return std::nullopt;
  return static_cast<double>(looks_.back().papers - looks_.front().papers) / span.count();
}

std::optional<milliseconds> Pace::time_left(std::int64_t expected) const {
  const auto rate = papers_per_second();
  if (!rate || *rate <= 0 || looks_.back().papers >= expected) return std::nullopt;
  const double seconds = static_cast<double>(expected - looks_.back().papers) / *rate;
  constexpr double kLongest = 100.0 * 365 * 24 * 3600;
  if (seconds > kLongest) return std::nullopt;
  return milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace mirrorctl
