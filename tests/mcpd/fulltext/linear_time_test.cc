#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/deadline.h"
#include "mcpd/fulltext/charset.h"
#include "mcpd/fulltext/clean_html.h"
#include "mcpd/fulltext/outline.h"
#include "mcpd/fulltext/phrase_search.h"
#include "mcpd/fulltext/sections.h"
#include "tests/mcpd/fulltext/hostile_pages.h"

namespace {

using fulltext::CleanedPage;
using fulltext::TextVisitor;

constexpr std::string_view kUrl = "https://arxiv.org/html/2401.00001v1";

// At this size a pass takes milliseconds, and one that looks back, or ahead, at each piece takes
// minutes, on a busy machine too.
constexpr std::size_t kSize = 2'000'000;
constexpr std::chrono::seconds kPatience{20};

template <class Work>
void check_quick(const Work& work) {
  const auto begin = base::Deadline::Clock::now();
  work();
  CHECK(base::Deadline::Clock::now() - begin < kPatience);
}

void read_everything(const CleanedPage& page) {
  fulltext::make_outline(page.headings);
  fulltext::find_section(page.headings, page.body_characters, "no such section");
  fulltext::suggest_sections(page.headings, "no such section", 5);
  for (const char* phrase : {"x x x x x x x x y", "<<<<<<<<>"}) {
    fulltext::find_phrase(phrase, [&page](const TextVisitor& visit) {
      fulltext::walk_html(page.body, page.formulas, visit);
    });
  }
}

}  // namespace

TEST_CASE("item 82: a page that is made to be slow is not") {
  for (const std::string_view piece : testing::kHostilePieces) {
    CAPTURE(piece);
    check_quick([piece] {
      const std::string page = testing::hostile_page(piece, kSize);
      read_everything(fulltext::clean_html(fulltext::to_utf8(page, "text/html"), kUrl));
    });
  }
}

TEST_CASE("item 82: nor is one whose article, attribute or tag never comes to an end") {
  const std::vector<std::string_view> begins = {"<p>",
                                                "<article><p class=\"",
                                                "<article><p style=\"",
                                                "<article><a href=\"",
                                                "<article><p ",
                                                "<article><math alttext=\"",
                                                "<article><h2 class=\"ltx_title_section\">"};
  for (const std::string_view begin : begins) {
    for (const std::string_view piece : {"<br>", "x ", "&lt;", "ltx_p ", "a='b' ", ";"}) {
      for (const std::string_view end : {"", "\">x"}) {
        CAPTURE(begin);
        CAPTURE(piece);
        check_quick([&] {
          std::string page = testing::hostile_page(piece, kSize / 4, begin);
          page += end;
          read_everything(fulltext::clean_html(page, kUrl));
        });
      }
    }
  }
}
