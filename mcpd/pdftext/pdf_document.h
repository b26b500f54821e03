#pragma once

/// The text of a PDF, read by Poppler.

#include <functional>
#include <string>
#include <string_view>

#include "mcpd/pdftext/outcome.h"

namespace pdftext {

/// Loads what Poppler would load from a library of its C library's while it reads: to be called
/// before a process gives up loading code.
void load_converters();

/// Gives the text of each page of `pdf` to `take`, in UTF-8 and in reading order, as it is cut to
/// be seen (its crop box); false from `take` ends it. Poppler says nothing on standard error.
/// kText, kNoText or kRejected.
Outcome read_pages(std::string_view pdf, const std::function<bool(const std::string&)>& take);

}  // namespace pdftext
