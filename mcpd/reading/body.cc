#include "mcpd/reading/body.h"

#include <utility>
#include <xxhash.h>

#include "common/base/utf8.h"

namespace reading {

std::string_view name_of(Source source) {
  switch (source) {
    case Source::kArxivHtml:
      return "arxiv_html";
    case Source::kAr5iv:
      return "ar5iv";
    case Source::kPdfText:
      break;
  }
  return "pdf_text";
}

Body page_body(Source source, std::string url, fulltext::CleanedPage page) {
  Body body;
  body.source = source;
  body.source_url = std::move(url);
  body.text = std::move(page.body);
  body.hash = body_hash(body.text);
  body.raw_characters = page.raw_characters;
  body.characters = page.body_characters;
  body.headings = std::move(page.headings);
  body.formulas = std::move(page.formulas);
  body.text.shrink_to_fit();
  return body;
}

Body pdf_body(std::string url, std::string text) {
  Body body;
  body.source = Source::kPdfText;
  body.source_url = std::move(url);
  body.text = std::move(text);
  body.hash = body_hash(body.text);
  body.characters = base::count_code_points(body.text);
  body.raw_characters = body.characters;
  return body;
}

std::string body_hash(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  XXH64_hash_t hash = XXH64(text.data(), text.size(), 0);
  std::string digits(16, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, hash >>= 4U)
    *digit = kDigits[hash & 0xFU];
  return digits;
}

std::size_t weight(const Body& body) {
  std::size_t bytes = sizeof body + body.text.capacity() + body.source_url.size() +
                      body.formulas.size() * sizeof(fulltext::ByteRange);
  for (const fulltext::Heading& heading : body.headings)
    bytes += sizeof heading + heading.title.capacity();
  return bytes;
}

}  // namespace reading
