#include "mcpd/fulltext/phrase_search.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "mcpd/fulltext/clean_html.h"

namespace {

using fulltext::find_phrase;
using fulltext::PhraseMatch;
using fulltext::TextVisitor;

std::vector<PhraseMatch> find_in_html(std::string_view html, std::string_view phrase) {
  const auto page = fulltext::clean_html(html, "https://arxiv.org/html/1");
  return find_phrase(phrase, [&page](const TextVisitor& visit) {
    fulltext::walk_html(page.body, page.formulas, visit);
  });
}

std::vector<PhraseMatch> find_in_text(std::string_view text, std::string_view phrase) {
  return find_phrase(phrase,
                     [text](const TextVisitor& visit) { fulltext::walk_text(text, visit); });
}

}  // namespace

TEST_CASE("a phrase is found whatever stands between and around its words") {
  struct Case {
    std::string_view html;
    std::string_view phrase;
    std::size_t count;
  };
  constexpr Case kCases[] = {
      {"<p>Gradient Descent</p>", "gradient  descent", 1},
      {"<p>gradient <b>des</b>cent</p>", "gradient descent", 1},
      {"<p>gradient</p><p>descent</p>", "gradient descent", 1},
      {"<p>gradient</p><p>descent</p>", "gradientdescent", 0},
      {"<p>gradient&nbsp;descent and gradient\ndescent</p>", "gradient descent", 2},
      {"<p>a &lt; b &amp; c</p>", "A < B & C", 1},
      {"<p>\xC3\x89tale \xCE\xA3\xCE\xA3</p>", "\xC3\xA9tale \xCF\x83\xCF\x82", 1},
      {"<p>co\xC2\xADoperate</p>", "cooperate", 1},
      {"<p>p</p>", "<p>", 0},
      {"<article><math><annotation "
       "encoding=\"application/x-tex\">a<b>c</annotation></math></article>",
       "a<b>c", 1},
      {"<p>aaaa</p>", "aa", 2},
      {"<p>abababac</p>", "ababac", 1},
      {"<p>x</p>", " ", 0},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.html);
    CAPTURE(each.phrase);
    CHECK(find_in_html(each.html, each.phrase).size() == each.count);
  }
}

TEST_CASE("where a phrase begins, and what stands around it") {
  const std::string text = "one two\nthree four";
  const auto matches = find_in_text(text, "Two three");
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].at == text.find("two"));
  CHECK(matches[0].context == "one two three four");
}

TEST_CASE("a context is cut on both sides") {
  const std::string text = std::string(500, 'a') + " needle " + std::string(500, 'b');
  const auto matches = find_in_text(text, "needle");
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].context.find(" needle ") == 59);
  CHECK(matches[0].context.size() == 59 + 7 + 100);
}

TEST_CASE("the first twenty matches, each with its context") {
  std::string text;
  for (int i = 0; i < 30; ++i)
    text += "needle " + std::to_string(i) + " ";
  const auto matches = find_in_text(text, "needle");
  REQUIRE(matches.size() == fulltext::kMostMatches);
  CHECK(matches[19].at == text.find("needle 19"));
  CHECK(matches[19].context.find("needle 20") != std::string::npos);
}
