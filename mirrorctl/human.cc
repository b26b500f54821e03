#include "mirrorctl/human.h"

#include <chrono>

#include "common/base/number.h"

namespace mirrorctl {
namespace {

std::string counted(std::int64_t count, std::string_view unit) {
  return base::with_separators(count) + ' ' + std::string(unit) + (count == 1 ? "" : "s");
}

/// A span in its largest unit.
std::string roughly(std::chrono::milliseconds span) {
  using std::chrono::duration_cast;
  if (span < std::chrono::hours(1)) {
    return counted(duration_cast<std::chrono::minutes>(span).count(), "minute");
  }
  if (span < std::chrono::days(2)) {
    return counted(duration_cast<std::chrono::hours>(span).count(), "hour");
  }
  return counted(duration_cast<std::chrono::days>(span).count(), "day");
}

}  // namespace

std::string ago(base::WallTime then, base::WallTime now) {
  constexpr std::chrono::minutes kMinute(1);
  const auto span = now - then;
  if (span <= -kMinute) return "in " + roughly(-span);
  return span < kMinute ? "just now" : roughly(span) + " ago";
}

std::string lag(std::int64_t days) {
  if (days < 0) return "in the future";
  if (days == 0) return "up to date";
  return base::with_separators(days) + (days == 1 ? " day behind" : " days behind");
}

}  // namespace mirrorctl
