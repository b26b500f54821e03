#include "common/mirror/known_totals.h"

#include <utility>

namespace mirror {
namespace {

constexpr std::size_t kMostKept = 500;

// Codes hold neither of these two characters.
constexpr char kBehindCode = '\n';
constexpr char kBehindGroup = '\f';

std::string key_of(const arxiv::MirrorQuery& query) {
  std::string key;
  if (query.window) key = query.window->from + kBehindCode + query.window->to;
  for (const arxiv::CategoryGroup& group : query.groups) {
    key += kBehindGroup;
    for (const std::string& code : group)
      key += code + kBehindCode;
  }
  return key;
}

}  // namespace

std::optional<Counted> KnownTotals::find(std::int64_t data_version,
                                         const arxiv::MirrorQuery& query) {
  if (data_version != data_version_) return std::nullopt;
  const auto found = kept_.find(key_of(query));
  return found == kept_.end() ? std::nullopt : std::optional(found->second);
}

void KnownTotals::keep(std::int64_t data_version, const arxiv::MirrorQuery& query,
                       Counted counted) {
  if (data_version != data_version_ || kept_.size() >= kMostKept) kept_.clear();
  data_version_ = data_version;
  kept_.insert_or_assign(key_of(query), std::move(counted));
}

}  // namespace mirror
