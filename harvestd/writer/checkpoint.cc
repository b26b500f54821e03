#include "harvestd/writer/checkpoint.h"

#include <chrono>

namespace mirror {

std::string latest_datestamp(base::WallTime now) {
  return base::to_date(now + std::chrono::days(1));
}

std::optional<std::string> checkpoint_problem(std::string_view day, std::string_view latest) {
  const auto time = base::parse_iso(day);
  if (!time || base::to_date(*time) != day) return "is no day of the form YYYY-MM-DD";
  if (day < kEarliestDatestamp)
    return "is before arXiv's first datestamp, " + std::string(kEarliestDatestamp);
  if (day > latest) return "is to come";
  return std::nullopt;
}

}  // namespace mirror
