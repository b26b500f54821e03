#include "tests/query_model/dates.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace query_model {
namespace {

int number(std::string_view text, std::size_t at, std::size_t digits) {
  return std::stoi(std::string(text.substr(at, digits)));
}

std::chrono::year_month_day date(int year, int month, int day) {
  return {std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
          std::chrono::day(static_cast<unsigned>(day))};
}

std::string midnight(std::chrono::year_month_day day) {
  char text[40];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT00:00:00.000Z", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text;
}

std::chrono::year_month_day date(std::string_view day) {
  return date(number(day, 0, 4), number(day, 5, 2), number(day, 8, 2));
}

}  // namespace

std::optional<std::string> instant_of_minute(std::string_view digits) {
  if (digits.size() != 12 || digits.find_first_not_of("0123456789") != digits.npos) return {};
  const int hour = number(digits, 8, 2);
  const int minute = number(digits, 10, 2);
  const auto day = date(number(digits, 0, 4), number(digits, 4, 2), number(digits, 6, 2));
  if (!day.ok() || hour > 23 || minute > 59) return std::nullopt;
  std::string instant = midnight(day);
  instant.replace(11, 5, std::string(digits.substr(8, 2)) + ":" + std::string(digits.substr(10)));
  return instant;
}

std::string beginning_of(std::string_view day) {
  return midnight(date(day));
}

std::string end_of(std::string_view day) {
  return midnight(std::chrono::sys_days(date(day)) + std::chrono::days(1));
}

}  // namespace query_model
