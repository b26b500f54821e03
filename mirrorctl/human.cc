#include "mirrorctl/human.h"

#include <array>
#include <chrono>
#include <cstdio>

#include "common/base/number.h"

namespace mirrorctl {
namespace {

std::string counted(std::int64_t count, std::string_view unit) {
  return base::with_separators(count) + ' ' + std::string(unit) + (count == 1 ? " ago" : "s ago");
}

}  // namespace

std::string human_size(std::int64_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  double size = static_cast<double>(bytes);
  // 1000 and more would print as four digits, or as 1.02e+03.
  for (; size >= 999.5 && unit + 1 < kUnits.size(); ++unit) {
    size /= 1024;
  }
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%.3g %s", size, kUnits.at(unit));
  return out.data();
}

std::string ago(base::WallTime then, base::WallTime now) {
  using std::chrono::duration_cast;
  const auto span = now - then;
  if (span < -std::chrono::minutes(1)) return "in the future";
  if (span < std::chrono::minutes(1)) return "just now";
  if (span < std::chrono::hours(1)) {
    return counted(duration_cast<std::chrono::minutes>(span).count(), "minute");
  }
  if (span < std::chrono::days(2)) {
    return counted(duration_cast<std::chrono::hours>(span).count(), "hour");
  }
  return counted(duration_cast<std::chrono::days>(span).count(), "day");
}

std::string days_ago(base::WallTime day, base::WallTime now) {
  const auto span =
      std::chrono::floor<std::chrono::days>(now) - std::chrono::floor<std::chrono::days>(day);
  if (span.count() < 0) return "in the future";
  if (span.count() == 0) return "today";
  if (span.count() == 1) return "yesterday";
  return counted(span.count(), "day");
}

}  // namespace mirrorctl
