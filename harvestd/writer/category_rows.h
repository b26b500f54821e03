#pragma once

#include <string_view>

#include "common/mirror/sqlite.h"

namespace mirror {

/// Writes the rows of paper_categories that follow from a paper: one for each distinct code
/// (contract 9.2). Within the caller's transaction; lives no longer than its Database.
class CategoryRows {
 public:
  explicit CategoryRows(const Database& database);

  /// Of a paper that has none yet. Throws SqliteFault, as replace() does.
  void add(std::string_view id, std::string_view categories, std::string_view updated,
           std::string_view published);
  /// In place of those that the paper has.
  void replace(std::string_view id, std::string_view categories, std::string_view updated,
               std::string_view published);

 private:
  Statement clear_;
  Statement add_;
};

}  // namespace mirror
