#pragma once

/// The text of a PDF, from a program of its own (decision 55): whatever a hostile file does to the
/// parser, it does to that process alone.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "common/base/deadline.h"

namespace fulltext {

/// What one PDF may take.
struct PdfLimits {
  std::size_t memory = std::size_t{1} << 30;  ///< bytes of address space
  std::chrono::seconds processor{40};
  std::size_t text = std::size_t{32} << 20;  ///< bytes
};

/// Safe to use from several threads; starts nothing before the first PDF.
class PdfExtractor {
 public:
  /// How many run at once: each holds a document's worth of memory.
  static constexpr int kMostAtOnce = 2;

  /// `helper` is the path of mcpd-pdftext, or nothing where it is not installed.
  PdfExtractor(std::optional<std::string> helper, PdfLimits limits)
      : helper_(std::move(helper)), limits_(limits) {}

  /// The text of `pdf` in UTF-8, pages parted by a blank line. Waits for its turn behind others,
  /// which `deadline` and `stop` end as they end the work itself, at once. Throws Fault:
  ///   kNotFound `pdf_extraction_failed`  the PDF holds no text, is damaged or asks for a password;
  ///                                      with data.limit (`memory`, `time`, `text`) when it asks
  ///                                      for more than the limits;
  ///   kServiceUnavailable                the helper died or could not be started: marked not
  ///                                      retryable, as the same PDF would kill it again;
  ///   kTimeout, kCancelled.
  std::string extract(std::string_view pdf, base::Deadline deadline, const std::stop_token& stop);

 private:
  class Turn;
  std::string run(std::string_view pdf, base::Deadline deadline, const std::stop_token& stop) const;

  std::optional<std::string> helper_;
  PdfLimits limits_;
  std::mutex mutex_;
  std::condition_variable_any left_;
  int running_ = 0;
};

}  // namespace fulltext
