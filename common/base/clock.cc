#include "common/base/clock.h"

#include <array>
#include <cstdio>

#include "common/base/text.h"

namespace base {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// `width` digits at `at`, or -1.
int digits(std::string_view text, std::size_t at, std::size_t width) {
  if (text.size() < at + width) return -1;
  int value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    if (!is_digit(text[at + i])) return -1;
    value = value * 10 + (text[at + i] - '0');
  }
  return value;
}

std::optional<WallTime> civil(int year, int month, int day, int hour, int minute, int second) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  const bool real = month > 0 && day > 0 && date.ok() && hour >= 0 && hour < 24 && minute >= 0 &&
                    minute < 60 && second >= 0 && second <= 60;
  if (!real) return std::nullopt;
  return std::chrono::sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
}

/// Reads `HH:MM:SS` at the start of `text`.
bool read_time(std::string_view text, int& hour, int& minute, int& second) {
  hour = digits(text, 0, 2);
  minute = digits(text, 3, 2);
  second = digits(text, 6, 2);
  return hour >= 0 && minute >= 0 && second >= 0 && text[2] == ':' && text[5] == ':';
}

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

int month_number(std::string_view name) {
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (equal_ignoring_case(name, kMonths[i])) return static_cast<int>(i) + 1;
  }
  return 0;
}

/// Minutes east of UTC, or nothing for a zone that is not understood.
std::optional<int> zone_minutes(std::string_view zone) {
  if (zone == "GMT" || zone == "UTC" || zone == "UT" || zone == "Z") return 0;
  if (zone.size() != 5 || (zone[0] != '+' && zone[0] != '-')) return std::nullopt;
  const int hour = digits(zone, 1, 2);
  const int minute = digits(zone, 3, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  return (zone[0] == '-' ? -1 : 1) * (hour * 60 + minute);
}

}  // namespace

WallTime wall_now() {
  return floor<milliseconds>(std::chrono::system_clock::now());
}

std::string to_date(WallTime time) {
  const std::chrono::year_month_day date(floor<days>(time));
  std::array<char, 32> out{};
  const int size = std::snprintf(out.data(), out.size(), "%04d-%02u-%02u", int(date.year()),
                                 unsigned(date.month()), unsigned(date.day()));
  return std::string(out.data(), static_cast<std::size_t>(size));
}

std::string to_iso(WallTime time) {
  const auto in_day = time - floor<days>(time);
  const auto whole = floor<seconds>(in_day).count();
  const auto fraction = in_day.count() % 1000;
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "T%02d:%02d:%02d.%03dZ", static_cast<int>(whole / 3600),
                static_cast<int>(whole / 60 % 60), static_cast<int>(whole % 60),
                static_cast<int>(fraction));
  return to_date(time) + out.data();
}

std::optional<WallTime> parse_iso(std::string_view text) {
  const int year = digits(text, 0, 4);
  const int month = digits(text, 5, 2);
  const int day = digits(text, 8, 2);
  if (year < 0 || month < 0 || day < 0 || text[4] != '-' || text[7] != '-') return std::nullopt;
  if (text.size() == 10) return civil(year, month, day, 0, 0, 0);
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (text[10] != 'T' || !read_time(text.substr(11), hour, minute, second)) return std::nullopt;
  std::size_t at = 19;
  int fraction = 0;
  if (at < text.size() && text[at] == '.') {
    int scale = 100;
    const std::size_t begin = ++at;
    for (; at < text.size() && is_digit(text[at]); ++at, scale /= 10) {
      fraction += (text[at] - '0') * scale;
    }
    if (at == begin) return std::nullopt;
  }
  if (text.substr(at) != "Z") return std::nullopt;
  const auto time = civil(year, month, day, hour, minute, second);
  if (!time) return std::nullopt;
  return *time + milliseconds(fraction);
}

std::optional<WallTime> parse_email_date(std::string_view text) {
  std::vector<std::string_view> words = split_words(text);
  if (!words.empty() && words[0].ends_with(',')) words.erase(words.begin());
  if (words.size() < 4 || words.size() > 5) return std::nullopt;
  const int day = words[0].size() <= 2 ? digits(words[0], 0, words[0].size()) : -1;
  const int month = month_number(words[1]);
  const int year = words[2].size() == 4 ? digits(words[2], 0, 4) : -1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (day < 0 || year < 0 || words[3].size() != 8 || !read_time(words[3], hour, minute, second)) {
    return std::nullopt;
  }
  const auto zone = words.size() == 5 ? zone_minutes(words[4]) : 0;
  const auto time = civil(year, month, day, hour, minute, second);
  if (!time || !zone) return std::nullopt;
  return *time - minutes(*zone);
}

}  // namespace base
