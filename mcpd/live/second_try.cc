#include "mcpd/live/second_try.h"

#include <random>
#include <string>

#include "common/base/clock.h"
#include "common/http/client.h"
#include "mcpd/live/fault_facts.h"

namespace live {
namespace {

using std::chrono::milliseconds;

/// A longer wait that arXiv asks for is not worth a caller's time.
constexpr milliseconds kLongestPause = std::chrono::seconds(30);

double random_jitter() {
  thread_local std::minstd_rand random{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(random);
}

}  // namespace

std::optional<milliseconds> pause_before_second_try(const base::Fault& fault, milliseconds delay) {
  const bool worth_it =
      fault.code() == base::Code::kServiceUnavailable && fault.retryable() != false;
  if (!worth_it) return std::nullopt;
  const auto now = std::chrono::floor<std::chrono::seconds>(base::wall_now());
  const milliseconds pause =
      http::retry_delay(1, delay, kLongestPause, random_jitter(),
                        http::parse_retry_after(text_in(fault, "retryAfter"), now));
  return pause <= kLongestPause ? std::optional(pause) : std::nullopt;
}

base::Fault after_second_try(const base::Fault& fault, std::string_view operation) {
  base::Fault result = extended(fault, " (failed after 2 attempts)");
  const base::FaultValue attempts = std::int64_t{2};
  result.with("retryAttempts", attempts).with("operation", std::string(operation));
  return result;
}

}  // namespace live
