#pragma once

/// How `mcpd-pdftext` ends: what it and mcpd agree on beside the text itself (decision 55).

namespace pdftext {

/// Exit statuses. Any other end, by a signal above all, is a crash.
enum class Outcome {
  kText = 0,     ///< all of the text was written to standard output, in UTF-8
  kMemory = 1,   ///< Poppler's own way out when memory ends: the limit was hit
  kUsage = 64,   ///< the command line
  kNoText = 80,  ///< the document holds none: scanned pages
  kRejected,     ///< no PDF, a damaged one, or one that asks for a password
  kTime,         ///< the limit of processor time
  kOutput,       ///< the limit of text
  kUnconfined,   ///< the kernel refused to confine the process: nothing was read
};

}  // namespace pdftext
