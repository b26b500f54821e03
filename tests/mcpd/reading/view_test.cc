#include "mcpd/reading/view.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "mcpd/fulltext/clean_html.h"

namespace {

using reading::Body;
using reading::Source;
using reading::View;
using reading::view_matches;
using reading::view_part;
using reading::view_section;

Body page() {
  constexpr std::string_view kPage =
      "<article class=\"ltx_document\"><p>\u00C9t\u00E9</p>"
      "<h2 class=\"ltx_title ltx_title_section\">1 Begin</h2><p>first words</p>"
      "<h2 class=\"ltx_title ltx_title_section\">2 End</h2><p>last words</p></article>";
  return reading::page_body(Source::kArxivHtml, "https://example.org/x",
                            fulltext::clean_html(kPage, "https://example.org/x"));
}

TEST_CASE("a part is counted in code points and never breaks one") {
  const Body body = page();
  const View view = view_part(body, 12, 3);
  CHECK(view.content == "\u00C9t\u00E9");
  CHECK(view.start == 12);
  CHECK(view.length == 3);
  CHECK(view.truncated);
  CHECK_FALSE(view.outline);
}

TEST_CASE("items 86 and 87: everything without a bound; exactly to the end is not truncated") {
  const Body body = page();
  const View all = view_part(body, 0, std::nullopt);
  CHECK(all.content == body.text);
  CHECK_FALSE(all.truncated);
  CHECK_FALSE(view_part(body, 10, body.characters - 10).truncated);
  CHECK(view_part(body, 10, body.characters - 11).truncated);
  const View past = view_part(body, body.characters + 5, 10);
  CHECK(past.content.empty());
  CHECK_FALSE(past.truncated);
  CHECK(past.start == body.characters + 5);
}

TEST_CASE("items 83 and 84: content at an entry's start begins with its heading") {
  const Body body = page();
  const View first = view_part(body, 0, 10);
  REQUIRE(first.outline);
  REQUIRE(first.outline->entries.size() == 2);
  for (const fulltext::Heading& entry : first.outline->entries) {
    const View there = view_part(body, entry.start, 200);
    CHECK(there.content.starts_with("<h2 "));
    CHECK(there.content.find(entry.title) < 60);
    CHECK_FALSE(there.outline);
  }
}

TEST_CASE("decision 4: a section is read alone, and an unknown one has suggestions") {
  const Body body = page();
  const View section = view_section(body, "BEGIN", std::nullopt);
  CHECK(section.content.starts_with("<h2 "));
  CHECK(section.content.ends_with("<p>first words</p>"));
  CHECK_FALSE(section.truncated);
  CHECK(view_section(body, "1", 20).truncated);
  CHECK(view_section(body, "1", 20).length == 20);
  try {
    view_section(body, "Begn", std::nullopt);
    FAIL("no failure");
  } catch (const base::Fault& fault) {
    CHECK(fault.reason() == "section_not_found");
    CHECK(fault.code() == base::Code::kValidation);
    CHECK(std::get<std::vector<std::string>>(*fault.find("suggestions")).front() == "1 Begin");
  }
}

TEST_CASE("decision 4: a phrase is found with its place and section, in pages and in plain text") {
  const Body body = page();
  const View view = view_matches(body, " LAST  words");
  CHECK(view.content.empty());
  CHECK_FALSE(view.outline);
  REQUIRE(view.matches);
  REQUIRE(view.matches->size() == 1);
  CHECK(view.matches->front().section == "2 End");
  CHECK(view_part(body, view.matches->front().start, 10).content == "last words");
  CHECK(view_matches(body, "ltx_title").matches->empty());
  const Body pdf = reading::pdf_body("https://example.org/x", "\u00E9 a<b and\nmore words");
  const View found = view_matches(pdf, "and more");
  REQUIRE(found.matches->size() == 1);
  CHECK(found.matches->front().start == 6);
  CHECK(found.matches->front().section.empty());
  CHECK(view_part(pdf, 0, 1).outline->entries.empty());
  CHECK_THROWS_AS(view_section(pdf, "1", 5), base::Fault);
}

}  // namespace
