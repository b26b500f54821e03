#pragma once

/// The text of one paper, as it is cut into answers.

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/cleaned_page.h"

namespace reading {

/// Where a body comes from: the rungs of the chain, in its order (contract 5.1).
enum class Source { kArxivHtml, kAr5iv, kPdfText };

/// `arxiv_html`, `ar5iv`, `pdf_text`.
std::string_view name_of(Source source);

struct Body {
  Source source = Source::kArxivHtml;
  std::string source_url;          ///< the address that served it, after redirects
  std::string text;                ///< UTF-8: cleaned HTML, or plain text from a PDF
  std::string hash;                ///< of `text` (decision 5)
  std::size_t raw_characters = 0;  ///< code points of the page before cleaning
  std::size_t characters = 0;      ///< code points of `text`
  std::vector<fulltext::Heading> headings;
  std::deque<fulltext::ByteRange> formulas;
};

/// Immutable, so that any number of calls may read one at once.
using SharedBody = std::shared_ptr<const Body>;

/// `source` is one of the two that serve HTML.
Body page_body(Source source, std::string url, fulltext::CleanedPage page);
Body pdf_body(std::string url, std::string text);

/// XXH64 as 16 lower-case hexadecimal digits.
std::string body_hash(std::string_view text);

/// The bytes of memory that `body` takes, about.
std::size_t weight(const Body& body);

}  // namespace reading
