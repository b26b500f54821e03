#pragma once

/// Which days a harvest can go on from (contract 11.4, arxiv-facts 1.1). Pure.

#include <optional>
#include <string>
#include <string_view>

#include "common/base/clock.h"

namespace mirror {

/// arXiv lists no record under an earlier day, and refuses to be asked from one.
inline constexpr std::string_view kEarliestDatestamp = "2005-09-16";

/// The last day that a checkpoint can name at `now`: tomorrow, since arXiv's clock may be ahead.
std::string latest_datestamp(base::WallTime now);

/// What is the matter with `day` as a checkpoint, said of it: `is no day of the form YYYY-MM-DD`,
/// `is before ...`, `is to come`. Nothing for a day from kEarliestDatestamp to `latest`.
std::optional<std::string> checkpoint_problem(std::string_view day, std::string_view latest);

}  // namespace mirror
