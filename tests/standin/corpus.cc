#include "tests/standin/corpus.h"

#include <algorithm>
#include <mutex>

namespace standin {
namespace {

std::uint32_t compact(std::chrono::sys_seconds time) {
  return static_cast<std::uint32_t>(time.time_since_epoch().count());
}

std::chrono::sys_seconds expanded(std::uint32_t time) {
  return std::chrono::sys_seconds(std::chrono::seconds(time));
}

}  // namespace

Listing::Listing(const Corpus& corpus) : corpus_(corpus) {
  for (std::size_t index = 0; index < corpus.size(); ++index) {
    const std::uint32_t modified = compact(corpus.modified(index));
    modified_.push_back(modified);
    order_.push_back({modified, static_cast<std::uint32_t>(index)});
  }
  std::sort(order_.begin(), order_.end(), [this](Entry a, Entry b) { return before(a, b); });
}

bool Listing::before(Entry a, Entry b) const {
  if (a.modified != b.modified) return a.modified < b.modified;
  return a.index != b.index && corpus_.id(a.index) < corpus_.id(b.index);
}

std::vector<Listing::Entry>::const_iterator Listing::first_from(std::chrono::sys_days day) const {
  const std::uint32_t begin = compact(day);
  return std::lower_bound(order_.begin(), order_.end(), begin,
                          [](Entry entry, std::uint32_t time) { return entry.modified < time; });
}

std::vector<Listing::Item> Listing::slice(Day from, Day until, std::size_t skip,
                                          std::size_t count) const {
  const std::shared_lock lock(mutex_);
  auto at = from ? first_from(*from) : order_.begin();
  const auto end = until ? first_from(*until + std::chrono::days(1)) : order_.end();
  if (at >= end || static_cast<std::size_t>(end - at) <= skip) return {};
  at += static_cast<std::ptrdiff_t>(skip);
  std::vector<Item> items;
  for (; at != end && items.size() < count; ++at) {
    items.push_back({at->index, expanded(at->modified)});
  }
  return items;
}

Listing::Item Listing::item(std::size_t index) const {
  const std::shared_lock lock(mutex_);
  return {index, expanded(modified_.at(index))};
}

void Listing::modify(std::size_t index, std::chrono::sys_seconds when) {
  const auto less = [this](Entry a, Entry b) { return before(a, b); };
  const std::unique_lock lock(mutex_);
  const Entry old{modified_.at(index), static_cast<std::uint32_t>(index)};
  order_.erase(std::lower_bound(order_.begin(), order_.end(), old, less));
  const Entry renewed{compact(when), old.index};
  order_.insert(std::lower_bound(order_.begin(), order_.end(), renewed, less), renewed);
  modified_[index] = renewed.modified;
}

}  // namespace standin
