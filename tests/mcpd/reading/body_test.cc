#include "mcpd/reading/body.h"

#include <doctest/doctest.h>

#include "mcpd/fulltext/clean_html.h"

namespace {

using reading::Body;
using reading::body_hash;
using reading::Source;

TEST_CASE("a hash is XXH64 with seed 0, in 16 digits") {
  CHECK(body_hash("") == "ef46db3751d8e999");
  CHECK(body_hash("a") == "d24ec4f1a98c6e5b");
  CHECK(body_hash("abc") == "44bc2cf5ad770999");
}

TEST_CASE("item 88: a PDF's text is as long before as after; a page is not") {
  const Body pdf = reading::pdf_body("https://example.org/x", "na\u00EFve");
  CHECK(pdf.characters == 5);
  CHECK(pdf.raw_characters == 5);
  CHECK(pdf.headings.empty());
  CHECK(name_of(pdf.source) == "pdf_text");
  const std::string_view page = "<article id=\"a\">na\u00EFve</article>";
  const Body html = reading::page_body(Source::kAr5iv, "https://example.org/x",
                                       fulltext::clean_html(page, "https://example.org/x"));
  CHECK(html.text == "<article>na\u00EFve</article>");
  CHECK(html.characters == 24);
  CHECK(html.raw_characters == 31);
  CHECK(html.hash == body_hash(html.text));
  CHECK(reading::weight(html) >= html.text.size());
}

}  // namespace
