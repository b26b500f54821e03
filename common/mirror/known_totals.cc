#include "common/mirror/known_totals.h"

#include <string_view>
#include <utility>

namespace mirror {
namespace {

constexpr std::size_t kMostKept = 500;

// A quoted code may hold any character, so each part is told by its size.
void add_part(std::string& key, std::string_view part) {
  key.append(std::to_string(part.size())).append(":").append(part);
}

std::string key_of(const arxiv::MirrorQuery& query) {
  std::string key;
  if (query.window) {
    add_part(key, query.window->from);
    add_part(key, query.window->to);
  }
  for (const arxiv::CategoryGroup& group : query.groups) {
    key += '+';
    for (const std::string& code : group)
      add_part(key, code);
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
