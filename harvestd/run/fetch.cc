#include "harvestd/run/fetch.h"

#include <algorithm>
#include <random>

#include "common/base/clock.h"

namespace harvest {
namespace {

using base::Code;
using base::Fault;

constexpr std::size_t kLargestPage = 64UL << 20;
/// A Retry-After is honoured up to here between the attempts for a page.
constexpr milliseconds kLongestRetryPause{30'000};
constexpr double kLargestJitter = 1.0;

double random_jitter() {
  thread_local std::minstd_rand engine{std::random_device{}()};
  return std::uniform_real_distribution<double>(0.0, 1.0)(engine);
}

milliseconds retry_pause(int retry, const FetchRules& rules, double jitter,
                         std::optional<milliseconds> retry_after) {
  if (retry_after) retry_after = std::min(*retry_after, kLongestRetryPause);
  return http::retry_delay(retry, rules.retry_delay, kLongestRetryPause, jitter, retry_after);
}

/// When the first request for a page is sent at the latest, so that the page ends in time.
base::Deadline latest_begin(const FetchRules& rules) {
  if (rules.end.is_never()) return rules.end;
  return base::Deadline::at(rules.end.when() - (longest_page_cycle(rules) - rules.request_delay));
}

bool has_status(const Fault& fault, std::int64_t status) {
  const auto* value = fault.find("status");
  const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number != nullptr && *number == status;
}

}  // namespace

FetchRules FetchRules::from(const base::Settings& settings) {
  FetchRules rules;
  rules.base_url = settings.oai_base_url;
  rules.request_delay = settings.oai_request_delay;
  rules.timeout = settings.oai_timeout;
  rules.retry_delay = settings.oai_retry_delay;
  rules.outage_wait = settings.outage_wait;
  rules.outage_wait_max = settings.outage_wait_max;
  rules.slot_folders = settings.slot_folders;
  return rules;
}

milliseconds longest_page_cycle(const FetchRules& rules) {
  milliseconds total = rules.request_delay + kAttempts * rules.timeout;
  for (int retry = 1; retry < kAttempts; ++retry) {
    total += std::max(rules.request_delay, retry_pause(retry, rules, kLargestJitter, std::nullopt));
  }
  return total;
}

milliseconds outage_pause(int count, const FetchRules& rules,
                          std::optional<milliseconds> retry_after) {
  milliseconds span = rules.outage_wait;
  for (int i = 1; i < count && span < rules.outage_wait_max; ++i)
    span *= 2;
  return std::max(std::min(span, rules.outage_wait_max), retry_after.value_or(milliseconds(0)));
}

std::optional<FailedExchange> judge_answer(const http::Response& response, const std::string& host,
                                           std::chrono::sys_seconds now) {
  const long status = response.status;
  if (status >= 200 && status < 300) return std::nullopt;
  const bool throttled = status == 429;
  const bool passing = throttled || status >= 500;
  const Code code = throttled ? Code::kRateLimited
                    : passing ? Code::kServiceUnavailable
                              : Code::kInvalidRequest;
  Fault fault(code, "", host + " answered HTTP " + std::to_string(status) + ".");
  fault.retryable(passing);
  return FailedExchange{std::move(fault), passing,
                        http::parse_retry_after(response.retry_after, now)};
}

FailedExchange judge_fault(const Fault& fault) {
  const bool outage = fault.code() == Code::kTimeout || fault.code() == Code::kServiceUnavailable;
  const bool final = fault.retryable() == false && !has_status(fault, 429);
  return {fault, outage && !final, std::nullopt};
}

PageFetcher::PageFetcher(FetchRules rules, http::Client& client, WaitNotice notice, base::Log log)
    : rules_(std::move(rules)),
      client_(client),
      notice_(std::move(notice)),
      pacer_({"OAI", rules_.request_delay, rules_.base_url, rules_.slot_folders}, std::move(log)) {}

/// Nothing when the turn for it does not come in time.
std::optional<PageFetcher::Exchange> PageFetcher::exchange(const std::string& url,
                                                           base::Deadline begins_by,
                                                           const std::stop_token& stop) {
  std::optional<pacing::Turn> turn;
  try {
    turn.emplace(pacer_.take_turn(begins_by, stop));
  } catch (const Fault& fault) {
    if (fault.code() != Code::kTimeout) throw;
    return std::nullopt;
  }
  const http::Request request{url, "application/xml, text/xml", rules_.timeout, kLargestPage, true};
  Exchange result;
  try {
    http::Response response = client_.get(request, rules_.end, stop);
    result.failure =
        judge_answer(response, http::host_of(url),
                     std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
    result.body = std::move(response.body);
  } catch (const Fault& fault) {
    result.failure = judge_fault(fault);
  }
  if (result.failure && result.failure->retry_after) {
    pacer_.cool_down(std::min(*result.failure->retry_after, kLongestRetryPause));
  }
  return result;
}

std::optional<PageFetcher::Exchange> PageFetcher::exchange_with_retries(
    const std::string& url, base::Deadline begins_by, const std::stop_token& stop) {
  std::optional<Exchange> result = exchange(url, begins_by, stop);
  const auto may_pass = [&] { return result && result->failure && result->failure->passing; };
  for (int retry = 1; retry < kAttempts && may_pass(); ++retry) {
    const FailedExchange& failure = *result->failure;
    pause(failure, retry_pause(retry, rules_, random_jitter(), failure.retry_after), stop);
    std::optional<Exchange> next = exchange(url, rules_.end, stop);
    if (!next) throw failure.fault;
    result = std::move(next);
  }
  return result;
}

void PageFetcher::pause(const FailedExchange& failure, milliseconds span,
                        const std::stop_token& stop) {
  if (rules_.end.remaining() <= span) throw failure.fault;
  notice_(failure.fault.message(), span);
  if (!base::wait_until(base::Deadline::after(span), stop)) throw base::cancelled();
}

std::optional<Answer> PageFetcher::fetch(const ListPosition& position,
                                         const std::stop_token& stop) {
  const std::string url = list_records_url(rules_.base_url, position);
  std::optional<Exchange> result = exchange_with_retries(url, latest_begin(rules_), stop);
  for (int outage = 1; result && result->failure; ++outage) {
    const FailedExchange& failure = *result->failure;
    if (!failure.passing || !rules_.waits_out_outages) throw failure.fault;
    pause(failure, outage_pause(outage, rules_, failure.retry_after), stop);
    result = exchange_with_retries(url, rules_.end, stop);
  }
  return result ? std::optional(parse_page(result->body)) : std::nullopt;
}

}  // namespace harvest
