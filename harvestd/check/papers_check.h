#pragma once

/// Whether the rows of a mirror file keep the format's rules (contract 9.1, 9.2).

#include <cstdint>
#include <string>
#include <vector>

#include "common/mirror/sqlite.h"

namespace mirror {

struct PapersCheck {
  std::int64_t papers = 0;
  std::int64_t unsound = 0;              ///< papers with a value that no writer of ours stores
  std::vector<std::string> unsound_ids;  ///< the first few of them
  bool categories_agree = true;          ///< paper_categories is what categories and dates ask for
};

/// Reads both tables from end to end. Throws SqliteFault.
PapersCheck check_papers(const Database& database);

/// Makes the rows of paper_categories anew for each paper where they are not what its categories
/// and dates ask for, and removes those of no paper. Answers how many papers were mended. Writes in
/// the caller's transaction.
std::int64_t mend_categories(Database& database);

}  // namespace mirror
