#include "mcpd/fulltext/sections.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "mcpd/fulltext/clean_html.h"
#include "mcpd/fulltext/slice.h"

namespace {

using fulltext::find_section;
using fulltext::Heading;
using fulltext::Section;

const std::vector<Heading> kPaper = {
    {"1 Introduction", 1, 100},      {"2 Method", 1, 200},
    {"2.1 A Novel Loss", 2, 250},    {"2.2 Training", 2, 300},
    {"3 Introduction to B", 1, 400}, {"References", 1, 500},
    {"Appendix A Proofs", 1, 600},   {"A.1 First proof", 2, 650},
    {"IV. RESULTS", 1, 700},
};
constexpr std::size_t kSize = 800;

}  // namespace

TEST_CASE("a section by its title, its number or both") {
  struct Case {
    std::string_view wanted;
    std::optional<Section> section;
  };
  const Case kCases[] = {
      {"1 Introduction", Section{100, 200}},
      {"introduction", Section{100, 200}},
      {"  INTRODUCTION \n", Section{100, 200}},
      {"2", Section{200, 400}},
      {"2.", Section{200, 400}},
      {"Method", Section{200, 400}},
      {"2.1", Section{250, 300}},
      {"a novel  loss", Section{250, 300}},
      {"Training", Section{300, 400}},
      {"References", Section{500, 600}},
      {"references.", Section{500, 600}},
      {"Appendix A", Section{600, 700}},
      {"A", Section{600, 700}},
      {"Section 2.1", Section{250, 300}},
      {"\xC2\xA7 3", Section{400, 500}},
      {"Sec. 3:", Section{400, 500}},
      {"Section", std::nullopt},
      {"Proofs", Section{600, 700}},
      {"A.1", Section{650, 700}},
      {"Results", Section{700, 800}},
      {"IV", Section{700, 800}},
      {"Intro", std::nullopt},
      {"9", std::nullopt},
      {"", std::nullopt},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.wanted);
    CHECK(find_section(kPaper, kSize, each.wanted) == each.section);
  }
  CHECK_FALSE(find_section({}, 0, "1"));
}

TEST_CASE("a whole title wins over a part of an earlier one") {
  const std::vector<Heading> headings = {{"1 Results", 1, 0}, {"Results", 1, 10}};
  CHECK(find_section(headings, 20, "Results") == Section{10, 20});
}

TEST_CASE("a section ends before the tags that open the next one") {
  const std::string heading = "<h2 class=\"ltx_title ltx_title_section\">";
  const auto page = fulltext::clean_html(
      "<article><section class=\"ltx_section\">\n" + heading + "1 A</h2><p>\xC3\xA9</p></section>" +
          "<section class=\"ltx_section\"> <div><span id=x></span>" + heading +
          "2 B</h2><h3 class=\"ltx_title ltx_title_subsection\">C</h3></div></section></article>",
      "https://arxiv.org/html/1");
  const auto text_of = [&page](std::string_view wanted) {
    const Section section = find_section(page.headings, page.body_characters, wanted).value();
    return std::string(fulltext::slice(page.body, section.start, section.end - section.start));
  };
  CHECK(text_of("1") == heading + "1 A</h2><p>\xC3\xA9</p></section>");
  CHECK(text_of("2").starts_with(heading + "2 B</h2><h3"));
  CHECK(text_of("C").starts_with("<h3"));
}

TEST_CASE("what may have been meant") {
  using fulltext::suggest_sections;
  CHECK(suggest_sections(kPaper, "intro", 3).front() == "1 Introduction");
  CHECK(suggest_sections(kPaper, "novel", 3) == std::vector<std::string>{"2.1 A Novel Loss"});
  CHECK(suggest_sections(kPaper, "Trainings", 1) == std::vector<std::string>{"2.2 Training"});
  CHECK(suggest_sections(kPaper, "qqqqqqqqqqqq", 2) ==
        std::vector<std::string>{"1 Introduction", "2 Method"});
  CHECK(suggest_sections({}, "x", 3).empty());
}

TEST_CASE("the section a place stands in") {
  using fulltext::section_at;
  CHECK(section_at(kPaper, 0) == "");
  CHECK(section_at(kPaper, 100) == "1 Introduction");
  CHECK(section_at(kPaper, 299) == "2.1 A Novel Loss");
  CHECK(section_at(kPaper, 790) == "IV. RESULTS");
}

TEST_CASE("slices are of code points") {
  using fulltext::slice;
  const std::string_view body = "a\xC3\xA9\xF0\x9D\x94\xB8z";
  CHECK(slice(body, 0, 2) == "a\xC3\xA9");
  CHECK(slice(body, 1, 2) == "\xC3\xA9\xF0\x9D\x94\xB8");
  CHECK(slice(body, 3, std::nullopt) == "z");
  CHECK(slice(body, 4, 1) == "");
  CHECK(slice(body, 400, 1) == "");
}
