#include "tests/standin/text_forms.h"

#include <array>
#include <charconv>
#include <cstdio>

#include "common/base/text.h"

namespace standin {
namespace {

int hex_value(char c) {
  if (base::is_digit(c)) return c - '0';
  const char lower = base::to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string plus_as_blank(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '+') c = ' ';
  }
  return out;
}

std::string_view reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&#34;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (;;) {
    const std::size_t special = text.find_first_of("&<>\"'");
    out += text.substr(0, special);
    if (special == std::string_view::npos) return;
    out += reference(text[special]);
    text.remove_prefix(special + 1);
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

void append_element(std::string& out, std::string_view name, std::string_view text) {
  out += '<';
  out += name;
  out += '>';
  append_escaped(out, text);
  out += "</";
  out += name;
  out += '>';
}

std::string to_email_date(std::chrono::sys_seconds time) {
  constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> out{};
  const int size = std::snprintf(out.data(), out.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
                                 kDays[std::chrono::weekday(day).c_encoding()],
                                 unsigned(date.day()), kMonths[unsigned(date.month()) - 1],
                                 int(date.year()), static_cast<int>(clock.hours().count()),
                                 static_cast<int>(clock.minutes().count()),
                                 static_cast<int>(clock.seconds().count()));
  return {out.data(), static_cast<std::size_t>(size)};
}

std::string to_seconds(base::WallTime time) {
  return base::to_iso(time).substr(0, 19) + "Z";
}

std::string unquoted(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() && text[i] == '%' ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    out += low >= 0 ? static_cast<char>(high * 16 + low) : text[i];
    if (low >= 0) i += 2;
  }
  return out;
}

Arguments parse_query(std::string_view query) {
  Arguments arguments;
  for (const std::string_view part : base::split(query, '&')) {
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    arguments.emplace_back(unquoted(plus_as_blank(part.substr(0, equals))),
                           unquoted(plus_as_blank(value)));
  }
  return arguments;
}

const std::string* argument(const Arguments& arguments, std::string_view name) {
  for (const auto& [key, value] : arguments) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::optional<std::size_t> parse_count(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace standin
