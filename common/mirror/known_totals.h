#pragma once

/// What searches without a term have counted. Someone who pages through a category asks for the
/// same total again and again; it stays as long as the file does.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/arxiv/query.h"

namespace mirror {

/// A total, and the order of the groups that was best to find it.
struct Counted {
  std::int64_t total = 0;
  bool is_lower_bound = false;
  std::vector<arxiv::CategoryGroup> groups;
};

/// Belongs to one connection.
class KnownTotals {
 public:
  /// What was kept for `query` while the file's `data_version` was the same.
  std::optional<Counted> find(std::int64_t data_version, const arxiv::MirrorQuery& query);
  void keep(std::int64_t data_version, const arxiv::MirrorQuery& query, Counted counted);

 private:
  std::int64_t data_version_ = 0;
  std::map<std::string, Counted, std::less<>> kept_;
};

}  // namespace mirror
