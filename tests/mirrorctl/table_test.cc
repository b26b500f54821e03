#include "mirrorctl/table.h"

#include <doctest/doctest.h>

#include "common/base/text.h"

namespace {

using Lines = std::vector<std::string>;
using mirrorctl::Table;

TEST_CASE("the width of a text is what a terminal shows") {
  struct Row {
    const char* text;
    std::size_t width;
  };
  const Row rows[] = {
      {"", 0},
      {"plain", 5},
      {"\xC3\xA9t\xC3\xA9", 3},
      {"e\xCC\x81", 1},
      {"\xE7\x89\xA9\xE7\x90\x86", 4},
      {"\xF0\x9F\x98\x80", 2},
      {"\xEF\xBC\xA1", 2},
      {"\xE2\x80\x9Cq\xE2\x80\x9D", 3},
      {"a\xE2\x80\x8B"
       "b",
       2},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mirrorctl::display_width(row.text) == row.width);
  }
}

TEST_CASE("text wraps at blanks, and inside words that are too long") {
  struct Row {
    const char* text;
    std::size_t width;
    Lines lines;
  };
  const Row rows[] = {
      {"", 5, {""}},
      {"fits", 4, {"fits"}},
      {"two words", 4, {"two", "word", "s"}},
      {"two words", 5, {"two", "words"}},
      {"a b c d", 3, {"a b", "c d"}},
      {"  kept  as is ", 0, {"  kept  as is "}},
      {"abcdefgh", 3, {"abc", "def", "gh"}},
      {"x abcdefgh y", 3, {"x", "abc", "def", "gh", "y"}},
      {"abcdef", 3, {"abc", "def"}},
      {"\xE7\x89\xA9\xE7\x90\x86", 3, {"\xE7\x89\xA9", "\xE7\x90\x86"}},
      {"\xE7\x89\xA9\xE7\x90\x86", 1, {"\xE7\x89\xA9", "\xE7\x90\x86"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CAPTURE(row.width);
    CHECK(mirrorctl::wrap(row.text, row.width) == row.lines);
  }
}

TEST_CASE("columns are aligned, and no line ends in blanks") {
  Table table({{"Name"}, {"Count", true}, {"Note"}});
  table.add({"one", "1", "first"});
  table.add({"\xC3\xA9leven", "1,100"});
  table.add({"", "7", ""});
  CHECK(table.render(0) ==
        "Name    Count  Note\n"
        "one         1  first\n"
        "\xC3\xA9leven  1,100\n"
        "            7\n");
}

TEST_CASE("a table without titles has no heading") {
  Table table({{""}, {""}});
  table.add({"key", "value"});
  CHECK(table.render(0) == "key  value\n");
}

TEST_CASE("flexible columns give way to the terminal, down to a least width") {
  Table table({{"Key"}, {"Value", false, true}});
  table.add({"alpha", "one two three four five six seven"});
  CHECK(table.render(30) ==
        "Key    Value\n"
        "alpha  one two three four five\n"
        "       six seven\n");
  CHECK(table.render(1) ==
        "Key    Value\n"
        "alpha  one two three\n"
        "       four five six\n"
        "       seven\n");
  CHECK(table.render(200) == table.render(0));
}

TEST_CASE("the widest column gives way first") {
  Table table({{"", false, true}, {"", false, true}});
  table.add({std::string(20, 'a'), std::string(60, 'b')});
  const std::string text = table.render(52);
  const auto lines = base::split(text, '\n');
  CHECK(lines[0] == std::string(20, 'a') + "  " + std::string(30, 'b'));
  CHECK(lines[1] == std::string(22, ' ') + std::string(30, 'b'));
}

}  // namespace
