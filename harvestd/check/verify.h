#pragma once

/// Looking a mirror file over without changing it (decision 35, contract 9.7).

#include <functional>
#include <string>

#include "harvestd/check/report.h"
#include "harvestd/writer/migration.h"

namespace mirror {

struct VerifyPlan {
  bool quick = false;  ///< nothing that grows with the number of papers
  OpenRules open;      ///< lease and stop request; repair opens the file by them
  std::function<void(const std::string&)> notice = [](const std::string&) {};  ///< what it is at
};

/// Opens the file read-only and reads one state of it, also while a harvest writes. Throws Fault
/// kDatabase for a missing file and for one that may not be read, kConflict `migration_in_progress`
/// while it is migrated, kConfiguration for one of a newer version or of another program,
/// kCancelled after a stop request. What is wrong in the file is no exception but a defect.
///
/// One thing does not answer a stop request at once: SQLite before 3.42 walks all b-trees in a
/// single step of its integrity check, the last part of a full verify. That is a tenth of the
/// check's time: 0.3 s with 100,000 papers in memory, and it grows with them. Doing it by tables
/// would pass over pages that none of them or two of them have.
VerifyReport verify(const std::string& path, const VerifyPlan& plan);

/// Throws Fault kDatabase, which names the path, unless there is a regular file.
void require_file(const std::string& path);

}  // namespace mirror
