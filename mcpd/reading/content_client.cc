#include "mcpd/reading/content_client.h"

#include <numeric>
#include <utility>
#include <vector>

#include "common/base/fault.h"
#include "mcpd/fulltext/charset.h"
#include "mcpd/fulltext/clean_html.h"
#include "mcpd/fulltext/page_check.h"
#include "mcpd/live/second_try.h"
#include "mcpd/reading/chain.h"

namespace reading {
namespace {

using base::Code;
using base::Fault;

constexpr std::size_t kMaximumPageBytes = 64UL << 20;
constexpr std::size_t kMaximumPdfBytes = 256UL << 20;
constexpr long kThrottled = 429;
constexpr const char* kPdfServer = "arXiv's PDF server";

/// All but the successful statuses: what such an answer's body tells is of no use.
const std::vector<long>& failing_statuses() {
  static const std::vector<long> statuses = [] {
    std::vector<long> all(300);
    std::iota(all.begin(), all.end(), 300);
    return all;
  }();
  return statuses;
}

Fault no_text(const std::string& id) {
  return {Code::kNotFound, "content_unavailable",
          "There is no HTML version of " + id + ", and arXiv has no PDF of it."};
}

Fault answered(Code code, std::string reason, const std::string& host_name,
               const http::Response& response) {
  Fault fault(code, std::move(reason),
              host_name + " answered " + std::to_string(response.status) + ".");
  fault.with("status", std::int64_t{response.status});
  if (!response.retry_after.empty()) fault.with("retryAfter", response.retry_after);
  return fault;
}

bool is_web_page(const std::string& content_type) {
  return content_type.empty() || content_type.starts_with("text/html") ||
         content_type.starts_with("application/xhtml+xml");
}

}  // namespace

struct ContentClient::Wish {
  const std::string& id;
  base::Deadline deadline;
  const std::stop_token& stop;
};

ContentClient::ContentClient(http::Client& http, fulltext::PdfExtractor& extractor,
                             live::Throttle& throttle, Options options)
    : http_(http), extractor_(extractor), throttle_(throttle), options_(std::move(options)) {}

/// The answer to `request` when its status is 2xx or tells that the host has no such thing.
http::Response ContentClient::get(http::Request request, const Wish& wish) {
  request.timeout = options_.timeout;
  request.settled_by_status = failing_statuses();
  http::Response response = http_.get(request, wish.deadline, wish.stop);
  if (response.status >= 500) {
    throw answered(Code::kServiceUnavailable, "", request.host_name, response);
  }
  return response;
}

Body ContentClient::read_page(Source source, const Wish& wish) {
  const bool own = source == Source::kArxivHtml;
  http::Request request;
  request.url = (own ? options_.html_base_url : options_.ar5iv_base_url) + "/" + wish.id;
  request.accept = "text/html";
  request.max_body_bytes = kMaximumPageBytes;
  request.follow_redirects = own;  // ar5iv sends on what it has not converted
  request.host_name = own ? "arXiv's page server" : "ar5iv";
  http::Response response = get(std::move(request), wish);
  if (response.status >= 300 || !is_web_page(response.content_type)) throw no_text(wish.id);
  std::string url = http::without_credentials(response.effective_url);
  const std::string page = fulltext::to_utf8(std::move(response.body), response.content_type);
  fulltext::CleanedPage cleaned = fulltext::clean_html(page, url);
  if (!fulltext::is_paper(cleaned.facts)) throw no_text(wish.id);
  return page_body(source, std::move(url), std::move(cleaned));
}

Body ContentClient::read_pdf(const Wish& wish) {
  http::Request request;
  request.url = options_.pdf_base_url + "/" + wish.id;
  request.accept = "application/pdf";
  request.max_body_bytes = kMaximumPdfBytes;
  request.host_name = kPdfServer;
  const http::Response response = get(std::move(request), wish);
  if (response.status == kThrottled) {
    throw live::with_cooldown(
        answered(Code::kRateLimited, "rate_limited", kPdfServer, response).retryable(true),
        throttle_);
  }
  if (response.status >= 300) throw no_text(wish.id);
  return pdf_body(http::without_credentials(response.effective_url),
                  extractor_.extract(response.body, wish.deadline, wish.stop));
}

Body ContentClient::read_once(const Wish& wish) {
  return walk_chain([&](Source source) {
    try {
      return source == Source::kPdfText ? read_pdf(wish) : read_page(source, wish);
    } catch (const Fault& fault) {
      if (fault.code() != Code::kSerialization) throw;
      // Too large to be taken, or a redirect that leads nowhere: no text from here.
      if (source != Source::kPdfText || fault.find("status") == nullptr) throw no_text(wish.id);
      throw Fault(Code::kNotFound, "pdf_extraction_failed", "The PDF is too large to be read.")
          .with("limit", "size");
    }
  });
}

Body ContentClient::read(const std::string& id, base::Deadline deadline,
                         const std::stop_token& stop) {
  const Wish wish{id, deadline, stop};
  try {
    return read_once(wish);
  } catch (const Fault& fault) {
    const auto pause = live::pause_before_second_try(fault, options_.retry_delay);
    if (!pause) throw;
    const auto until = base::Deadline::after(*pause).earlier_of(deadline);
    if (!base::wait_until(until, stop)) throw base::cancelled();
  }
  try {
    return read_once(wish);
  } catch (const Fault& fault) {
    if (fault.code() != Code::kServiceUnavailable || fault.retryable() == false) throw;
    throw live::after_second_try(fault, "read");
  }
}

}  // namespace reading
