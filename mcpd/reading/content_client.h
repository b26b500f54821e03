#pragma once

/// A paper's text from the hosts that have it: arXiv's HTML, ar5iv's, the PDF (contract 5).

#include <chrono>
#include <stop_token>
#include <string>

#include "common/base/deadline.h"
#include "common/http/client.h"
#include "mcpd/fulltext/pdf_extractor.h"
#include "mcpd/live/throttle.h"
#include "mcpd/reading/body.h"

namespace reading {

/// Safe to use from several threads; sends nothing before the first paper.
class ContentClient {
 public:
  struct Options {
    std::string html_base_url;
    std::string ar5iv_base_url;
    std::string pdf_base_url;
    std::chrono::milliseconds timeout{};      ///< for each exchange, its body included
    std::chrono::milliseconds retry_delay{};  ///< before the second try, a quarter more or less
  };
  /// All but `options` outlive this. `throttle` is told of a PDF host that asks for patience.
  ContentClient(http::Client& http, fulltext::PdfExtractor& extractor, live::Throttle& throttle,
                Options options);

  /// Reads the paper with the versioned `id`; after kServiceUnavailable the whole chain once more.
  /// `deadline` and `stop` end it at once wherever it is. Throws Fault:
  ///   kNotFound `content_unavailable`    no host has the text, and there is no PDF;
  ///   kNotFound `pdf_extraction_failed`  nor does the PDF give any (pdf_extractor.h; a PDF that is
  ///                                      too large has data.limit `size`);
  ///   kRateLimited `rate_limited`        the PDF's host asks for patience;
  ///   kServiceUnavailable                a host failed twice, or the PDF's reader died;
  ///   kTimeout, kCancelled.
  /// The data never hold an address.
  Body read(const std::string& id, base::Deadline deadline, const std::stop_token& stop);

 private:
  /// One paper and how long its caller waits.
  struct Wish;
  Body read_once(const Wish& wish);
  Body read_page(Source source, const Wish& wish);
  Body read_pdf(const Wish& wish);
  http::Response get(http::Request request, const Wish& wish);

  http::Client& http_;
  fulltext::PdfExtractor& extractor_;
  live::Throttle& throttle_;
  Options options_;
};

}  // namespace reading
