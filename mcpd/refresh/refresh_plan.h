#pragma once

/// When mcpd has the mirror refreshed, and what came of it (decision 51). Pure.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/clock.h"
#include "common/base/settings.h"
#include "common/mirror/harvest_state.h"
#include "common/mirror/reader.h"

namespace refresh {

/// What the mirror file says.
struct Look {
  std::optional<mirror::NotReady> not_ready;
  mirror::HarvestState state;  ///< pending where the file has none to read
};

/// How long the file is left alone before it is looked at again, and a run that did not complete
/// before the next one, whoever started it: `every`, an hour at most.
std::chrono::milliseconds pause_between(std::chrono::milliseconds every);

/// How long to wait before a refresh, zero: now. The file says by itself when it was last
/// refreshed, so that of many servers one refreshes it. An older file is migrated at once unless
/// somebody is at it; where there is no mirror, or a newer one, there is nothing to refresh.
std::chrono::milliseconds time_to_refresh(const Look& look, std::chrono::milliseconds every,
                                          base::WallTime now);

enum class Outcome { kDrained, kPartial, kSkipped, kFailed };
/// `drained`, `partial`, `skipped`, `failed`.
std::string_view outcome_name(Outcome outcome);

/// What a child that ended with `status` has done; `after` is the state it left.
Outcome outcome_of(int status, mirror::HarvestStatus after);

/// The command line of the child: `harvestd` with the mirror's absolute path and each setting that
/// the server was given as an option. What stands in the environment is inherited.
std::vector<std::string> child_arguments(const std::string& harvestd,
                                         const base::ResolvedSettings& mcpd);

}  // namespace refresh
