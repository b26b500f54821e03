#pragma once

/// Opening old files for tests.

#include <chrono>
#include <optional>
#include <string>

#include "common/base/fault.h"
#include "harvestd/writer/file.h"
#include "tests/harvestd/writer/old_files.h"

namespace testing {

/// Noon of one day, a lease of five minutes, windows of which a hundred papers fill several.
inline mirror::OpenRules rules() {
  mirror::OpenRules rules{std::chrono::minutes(5),
                          [] { return *base::parse_iso("2026-10-06T12:00:00Z"); }};
  rules.window = 40;
  return rules;
}

/// Opens and closes the file, which migrates it.
inline void migrate(const std::string& path, const mirror::OpenRules& how = rules()) {
  mirror::open_for_writing(path, how);
}

/// What opening it threw.
inline std::optional<base::Fault> refusal(const std::string& path,
                                          const mirror::OpenRules& how = rules()) {
  try {
    migrate(path, how);
  } catch (const base::Fault& fault) {
    return fault;
  }
  return std::nullopt;
}

}  // namespace testing
