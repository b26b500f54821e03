#pragma once

/// A small mirror file of a test's own, made from the one schema table.

#include <string>
#include <string_view>
#include <vector>

#include "common/mirror/sqlite.h"

namespace testing {

/// A row of `papers`; the rest is filled with texts made from the id.
struct StoredRow {
  std::string id;
  std::string version = "1";
  std::string title = "A title";
  std::string authors = "Ada Quill";
  std::string categories = "cs.LG";
  std::string published = "2024-01-10T09:00:00.000Z";
  std::string updated = "2024-01-10T09:00:00.000Z";
};

/// Creates a complete file of the current version at `path`, harvested up to 2024-02-01.
void make_mirror(const std::string& path, const std::vector<StoredRow>& rows);

/// Runs one statement on the file at `path`.
void change_mirror(const std::string& path, std::string_view sql);

}  // namespace testing
