#include "common/base/human.h"

#include <array>
#include <cstdio>
#include <utility>

#include "common/base/number.h"

namespace base {

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

std::string span_text(std::chrono::milliseconds span) {
  const auto total = std::chrono::duration_cast<std::chrono::seconds>(span).count();
  const auto two_digits = [](std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  if (total < 60) return std::to_string(total) + " s";
  if (total < 3600) return std::to_string(total / 60) + " min " + two_digits(total % 60) + " s";
  return std::to_string(total / 3600) + " h " + two_digits(total / 60 % 60) + " min";
}

std::optional<std::chrono::milliseconds> parse_span(std::string_view text) {
  constexpr std::int64_t kTenYears = 3650LL * 24 * 3600;
  constexpr std::array<std::pair<char, std::int64_t>, 4> kUnits = {
      {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 24 * 3600}}};
  if (text.empty()) return std::nullopt;
  const auto number = parse_number<std::int64_t>(text.substr(0, text.size() - 1));
  for (const auto& [unit, seconds] : kUnits) {
    if (text.back() != unit || !number || *number > kTenYears / seconds) continue;
    return std::chrono::seconds(*number * seconds);
  }
  return std::nullopt;
}

}  // namespace base
