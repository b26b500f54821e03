#pragma once

/// Small full texts of a paper, made of what its record says. Pure.

#include <string>

#include "tests/standin/raw_record.h"

namespace standin {

/// A page as LaTeXML writes it: title, abstract, two sections, a formula, a bibliography.
std::string paper_page(const RawRecord& record);

/// A PDF of one page with the same words.
std::string paper_pdf(const RawRecord& record);

}  // namespace standin
