#include "common/arxiv/tex.h"

#include <doctest/doctest.h>

#include "common/arxiv/letters.h"
#include "tests/common/arxiv/vectors.h"

using arxiv::may_hold_tex;
using arxiv::tex_to_unicode;
using testing::repeated;

TEST_CASE("TeX is displayed as arXiv displays it") {
  const auto rows = testing::read_vectors("arxiv/tex_vectors.tsv");
  CHECK(rows.size() > 1000);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 2);
    CAPTURE(row[0]);
    CHECK(tex_to_unicode(row[0]) == row[1]);
  }
}

TEST_CASE("a text whose display differs holds a backslash or doubled braces") {
  for (const auto& row : testing::read_vectors("arxiv/tex_vectors.tsv")) {
    CAPTURE(row[0]);
    CHECK((row[0] == row[1] || may_hold_tex(row[0])));
  }
  for (const char* plain : {"", "a", "{a}", "{a{b}}", "}}", "/", "é"}) {
    CAPTURE(plain);
    CHECK_FALSE(may_hold_tex(plain));
    CHECK(tex_to_unicode(plain) == plain);
  }
  CHECK(may_hold_tex("\\"));
  CHECK(may_hold_tex("{{"));
}

TEST_CASE("bytes that are not UTF-8 are no letters and stay") {
  struct Row {
    std::string text;
    std::string converted;
  };
  const Row rows[] = {{"\\o\xC3", "ø\xC3"},
                      {"\\'\xE9", "\\'\xE9"},
                      {"\\t{\xE9}", "\xE9"},
                      {"\\t{\xE9\xE9}", "\\t{\xE9\xE9}"},
                      {std::string("\\\0{{\0", 5), std::string("\\\0{{\0", 5)},
                      {std::string("a\0\\'e", 5), std::string("a\0é", 4)}};
  for (const auto& [text, converted] : rows) {
    CAPTURE(text);
    CHECK(tex_to_unicode(text) == converted);
  }
}

TEST_CASE("letters and numbers of every script") {
  for (const std::uint32_t letter :
       {U'0', U'9', U'A', U'z',  U'ª',  U'²',  U'½', U'À',  U'ł', U'α', U'Ж',  U'א',         U'٣',
        U'अ', U'ก', U'Ⅳ', U'あ', U'中', U'힣', U'ﬁ', U'Ａ', U'𝛼', U'𝟙', U'𠀀', U'\U00031340'}) {
    CAPTURE(letter);
    CHECK(arxiv::is_letter_or_number(letter));
  }
  for (const std::uint32_t other :
       {U'\0', U' ',      U'_',      U'{', U'\x7F', U'\xA0',       U'·',
        U'×',  U'÷',      U'\u0301', U'–', U'…',    U'∑',          U'→',
        U'、', U'\uE000', U'\uFFFD', U'𝛁', U'😀',    U'\U000E0001', U'\U0010FFFF'}) {
    CAPTURE(other);
    CHECK_FALSE(arxiv::is_letter_or_number(other));
  }
}

TEST_CASE("two megabytes of one sequence take one pass") {
  constexpr std::size_t kBytes = 2'000'000;
  struct Row {
    const char* unit;
    const char* converted;
  };
  for (const auto& [unit, converted] :
       {Row{"\\", "\\"}, Row{"{", "{"}, Row{"\\'{", "\\'{"}, Row{"/\\'{\\", "/\\'{\\"},
        Row{"\\a", "\\a"}, Row{"\\.q", "q"}, Row{"{\\o}", "ø"}, Row{"{{x}}", "{x}"}}) {
    CAPTURE(unit);
    const std::size_t count = kBytes / std::string_view(unit).size();
    CHECK((tex_to_unicode(repeated(unit, count)) == repeated(converted, count)));
  }
  CHECK(tex_to_unicode(repeated("{", kBytes / 2) + repeated("}", kBytes / 2)) == "{}");
  CHECK((tex_to_unicode("\\" + repeated("a", kBytes)) == "\\" + repeated("a", kBytes)));
}
