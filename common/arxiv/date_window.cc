#include <algorithm>
#include <chrono>

#include "common/arxiv/date_stamp.h"
#include "common/arxiv/query.h"
#include "common/base/clock.h"
#include "common/base/fault.h"
#include "common/base/utf8.h"

namespace arxiv {
namespace {

constexpr std::string_view kWidestFrom = "1991-01-01T00:00:00.000Z";
constexpr std::string_view kWidestTo = "3000-01-01T00:00:00.000Z";
constexpr std::string_view kLastMinute = "9999-12-31T23:59:00.000Z";
constexpr std::size_t kDateSize = 10;
constexpr std::size_t kMaximumShown = 40;  ///< code points of a wrong date in a message

/// The midnight that begins `date`, which was passed as `field`.
base::WallTime read_day(std::string_view field, std::string_view date) {
  const auto day = date.size() == kDateSize ? base::parse_iso(date) : std::nullopt;
  if (day) return *day;
  const std::string shown = base::one_line(date, kMaximumShown);
  throw base::Fault(
      base::Code::kValidation, "invalid_date_range",
      std::string(field) + " '" + shown + "' is not a real date of the form YYYY-MM-DD.")
      .with(std::string(field), shown);
}

void require_order(std::string_view from, std::string_view to) {
  if (from <= to) return;
  throw base::Fault(base::Code::kValidation, "invalid_date_range",
                    "submitted_from " + std::string(from) + " is later than submitted_to " +
                        std::string(to) + ".")
      .with("submitted_from", std::string(from))
      .with("submitted_to", std::string(to));
}

/// The last instant of a window that ends with `day`: the next midnight, while it has a stamp.
std::string closing_instant(base::WallTime day) {
  return base::to_iso(
      std::min<base::WallTime>(day + std::chrono::days(1), *base::parse_iso(kLastMinute)));
}

}  // namespace

std::optional<std::string> instant_of_stamp(std::string_view stamp) {
  if (stamp.size() != kStampSize) return std::nullopt;
  const auto part = [stamp](std::size_t at) { return std::string(stamp.substr(at, 2)); };
  std::string instant = part(0) + part(2) + "-" + part(4) + "-" + part(6) + "T" + part(8) + ":" +
                        part(10) + ":00.000Z";
  if (!base::parse_iso(instant)) return std::nullopt;
  return instant;
}

std::string stamp_of_instant(std::string_view instant) {
  std::string stamp;
  for (const std::size_t at : {0U, 2U, 5U, 8U, 11U, 14U})
    stamp += instant.substr(at, 2);
  return stamp;
}

std::optional<DateWindow> date_window(std::string_view from, std::string_view to) {
  if (from.empty() && to.empty()) return std::nullopt;
  DateWindow window{std::string(kWidestFrom), std::string(kWidestTo)};
  if (!from.empty()) window.from = base::to_iso(read_day("submitted_from", from));
  if (!to.empty()) window.to = closing_instant(read_day("submitted_to", to));
  if (!from.empty() && !to.empty()) require_order(from, to);
  return window;
}

DateWindow intersect(const DateWindow& a, const DateWindow& b) {
  return {std::max(a.from, b.from), std::min(a.to, b.to)};
}

}  // namespace arxiv
