#pragma once

/// What a search asks of its term's matches besides the term, as a function of SQL: so the
/// full-text index works out the score of those alone that pass.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "common/arxiv/query.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// A date as the mirror file's papers have it, from a row that may have it in seconds since 1970.
std::string date_of(const Rows& rows, int column);

/// While it lives, `passes_filters(published, categories)` can be used in the connection's own
/// statements; `published` as date_of() takes it. Belongs to the connection's thread.
class MatchFilter {
 public:
  explicit MatchFilter(const Database& database);
  ~MatchFilter();
  MatchFilter(const MatchFilter&) = delete;
  MatchFilter& operator=(const MatchFilter&) = delete;

  /// From now on a match passes that was published in `window` and lists a code of each of
  /// `groups`. Not while a statement runs that asks.
  void set(const std::optional<arxiv::DateWindow>& window,
           const std::vector<arxiv::CategoryGroup>& groups);

 private:
  static void call(sqlite3_context* context, int count, sqlite3_value** values);
  bool in_window(sqlite3_value* published) const;
  bool in_groups(std::string_view codes) const;

  const Database& database_;
  std::optional<arxiv::DateWindow> window_;
  std::optional<std::int64_t> from_, to_;  ///< of the window, where whole seconds say all of it
  std::vector<arxiv::CategoryGroup> groups_;
};

}  // namespace mirror
