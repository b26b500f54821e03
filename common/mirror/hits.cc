#include "common/mirror/hits.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mirror {

bool precedes(const Hit& a, const Hit& b, const Order& order) {
  if (order.date == nullptr) {
    if (a.score != b.score) return a.score < b.score;
  } else if (const int difference = (a.*order.date).compare(b.*order.date); difference != 0) {
    return (difference < 0) == order.ascending;
  }
  return a.rowid != b.rowid ? a.rowid < b.rowid : a.paper_id < b.paper_id;
}

void FirstHits::add(Hit hit) {
  hits_.push_back(std::move(hit));
  if (hits_.size() >= 2 * keep_) drop_surplus();
}

void FirstHits::drop_surplus() {
  if (hits_.size() <= keep_) return;
  const auto end = hits_.begin() + static_cast<std::ptrdiff_t>(keep_);
  std::nth_element(hits_.begin(), end, hits_.end(),
                   [this](const Hit& a, const Hit& b) { return precedes(a, b, order_); });
  hits_.erase(end, hits_.end());
}

std::vector<Hit> FirstHits::take_from(std::size_t start) && {
  drop_surplus();
  std::sort(hits_.begin(), hits_.end(),
            [this](const Hit& a, const Hit& b) { return precedes(a, b, order_); });
  const auto skipped = static_cast<std::ptrdiff_t>(std::min(start, hits_.size()));
  hits_.erase(hits_.begin(), hits_.begin() + skipped);
  return std::move(hits_);
}

}  // namespace mirror
