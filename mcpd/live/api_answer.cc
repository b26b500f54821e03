#include "mcpd/live/api_answer.h"

#include <algorithm>

#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace live {
namespace {

using base::Code;
using base::Fault;

constexpr std::size_t kShownBody = 500;
constexpr std::size_t kShownWords = 300;
constexpr std::string_view kThrottleText = "Rate exceeded";
constexpr std::string_view kXmlTypes[] = {"application/xml", "text/xml", "application/atom+xml"};

/// The failure with what is known of the exchange.
class Exchange {
 public:
  Exchange(const http::Response& response, const std::string& url)
      : response_(response), url_(url) {}

  [[noreturn]] void fail(Code code, std::string reason, std::string message) const {
    Fault fault(code, std::move(reason), std::move(message));
    fault.with("status", std::int64_t{response_.status})
        .with("url", http::without_credentials(url_));
    const std::string body = base::to_utf8(std::string_view(response_.body).substr(0, 8192));
    const std::string_view shown = base::first_code_points(body, kShownBody);
    if (!base::trim(shown).empty()) fault.with("body", std::string(shown));
    if (!response_.retry_after.empty()) {
      fault.with("retryAfter", base::one_line(response_.retry_after, kShownWords));
    }
    if (code == Code::kRateLimited) fault.retryable(true);
    throw fault;
  }

 private:
  const http::Response& response_;
  const std::string& url_;
};

bool is_xml(std::string_view content_type) {
  for (const std::string_view type : kXmlTypes) {
    if (content_type.find(type) != std::string_view::npos) return true;
  }
  return false;
}

/// The message of an error feed, or an empty text when `body` is none.
std::string error_text(const std::string& body) {
  try {
    const Feed feed = parse_feed(body);
    return feed.errors.empty() ? std::string() : feed.errors.front();
  } catch (const Fault&) {
    return {};
  }
}

[[noreturn]] void fail_refused(const Exchange& exchange, const std::string& why) {
  exchange.fail(Code::kInvalidRequest, "invalid_request",
                why.empty() ? "arXiv refused the request."
                            : "arXiv refused the request: " + base::one_line(why, kShownWords));
}

[[noreturn]] void fail_throttled(const Exchange& exchange) {
  exchange.fail(Code::kRateLimited, "rate_limited", "arXiv is limiting requests at the moment.");
}

void check_status(const http::Response& response, const Exchange& exchange) {
  const long status = response.status;
  if (status >= 500) {
    exchange.fail(Code::kServiceUnavailable, "",
                  "arXiv's API answered with status " + std::to_string(status) + ".");
  }
  if (std::find(kThrottleStatuses.begin(), kThrottleStatuses.end(), status) !=
      kThrottleStatuses.end()) {
    fail_throttled(exchange);
  }
  if (status < 200 || status >= 300) {
    const std::string why = error_text(response.body);
    fail_refused(exchange, why.empty() ? "status " + std::to_string(status) : why);
  }
}

}  // namespace

Feed read_answer(const http::Response& response, const std::string& url, std::size_t most) {
  const Exchange exchange(response, url);
  check_status(response, exchange);
  if (base::trim(response.body).empty()) {
    exchange.fail(Code::kServiceUnavailable, "", "arXiv's API gave an empty response.");
  }
  if (!is_xml(response.content_type)) {
    if (response.body.find(kThrottleText) != std::string::npos) fail_throttled(exchange);
    const std::string type = base::one_line(response.content_type, kShownWords);
    exchange.fail(Code::kSerialization, "",
                  "arXiv's API answered with " + (type.empty() ? "no content type" : type) +
                      " where a feed was expected.");
  }
  Feed feed;
  try {
    feed = parse_feed(response.body, most);
  } catch (const Fault& fault) {
    exchange.fail(fault.code(), fault.reason(), fault.message());
  }
  if (!feed.papers.empty()) return feed;
  if (!feed.errors.empty()) fail_refused(exchange, feed.errors.front());
  if (feed.entries > 0) {
    exchange.fail(Code::kSerialization, "", "arXiv's answer names no paper with its version.");
  }
  return feed;
}

}  // namespace live
