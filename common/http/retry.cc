#include <algorithm>
#include <charconv>
#include <cmath>

#include "common/base/text.h"
#include "common/http/client.h"
#include "common/http/curl_library.h"

namespace http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Long enough for every use, short enough to add to a clock.
constexpr seconds kLongest = std::chrono::hours(24 * 366);

std::optional<milliseconds> parse_seconds(std::string_view text) {
  if (!std::all_of(text.begin(), text.end(), base::is_digit)) return std::nullopt;
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return kLongest;
  return std::min(seconds(value), kLongest);
}

/// The three forms of RFC 9110 5.6.7, all of which begin with a weekday.
std::optional<milliseconds> parse_date(std::string_view text, std::chrono::sys_seconds now) {
  const std::time_t time = curl_library().getdate(std::string(text).c_str(), nullptr);
  const seconds left = seconds(time) - now.time_since_epoch();
  if (time < 0 || left <= seconds(0)) return std::nullopt;
  return std::min(left, kLongest);
}

}  // namespace

std::optional<milliseconds> parse_retry_after(std::string_view header,
                                              std::chrono::sys_seconds now) {
  const std::string_view text = base::trim(header);
  if (text.empty() || text.size() > 64) return std::nullopt;
  return base::is_letter(text[0]) ? parse_date(text, now) : parse_seconds(text);
}

milliseconds retry_delay(int attempt, milliseconds base, milliseconds cap, double jitter,
                         std::optional<milliseconds> retry_after) {
  if (retry_after) return *retry_after;
  const double spread = 0.75 + 0.5 * std::clamp(jitter, 0.0, 1.0);
  const double wanted = std::ldexp(static_cast<double>(base.count()), attempt - 1) * spread;
  return milliseconds(std::llround(std::min(wanted, static_cast<double>(cap.count()))));
}

}  // namespace http
