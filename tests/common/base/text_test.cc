#include "common/base/text.h"

#include <string>

#include <doctest/doctest.h>

namespace {

using Words = std::vector<std::string_view>;

TEST_CASE("trim, collapse_space and split_words agree on white space") {
  struct Row {
    const char* text;
    const char* trimmed;
    const char* collapsed;
    Words words;
  };
  const Row rows[] = {
      {"", "", "", {}},
      {" \t\r\n\f\v ", "", "", {}},
      {"word", "word", "word", {"word"}},
      {"  two  words\n", "two  words", "two words", {"two", "words"}},
      {"a\tb\nc", "a\tb\nc", "a b c", {"a", "b", "c"}},
      {"\xC2\xA0x\xC2\xA0", "\xC2\xA0x\xC2\xA0", "\xC2\xA0x\xC2\xA0", {"\xC2\xA0x\xC2\xA0"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(base::trim(row.text) == row.trimmed);
    CHECK(base::collapse_space(row.text) == row.collapsed);
    CHECK(base::split_words(row.text) == row.words);
  }
}

TEST_CASE("ASCII letters alone have a case") {
  CHECK(base::lower("ABC xyz 019 [\\] \xC3\x84") == "abc xyz 019 [\\] \xC3\x84");
  CHECK(base::equal_ignoring_case("Retry-After", "retry-AFTER"));
  CHECK(base::equal_ignoring_case("", ""));
  CHECK_FALSE(base::equal_ignoring_case("abc", "abcd"));
  CHECK_FALSE(base::equal_ignoring_case("abcd", "abc"));
  CHECK_FALSE(base::equal_ignoring_case("@", "`"));
  CHECK_FALSE(base::equal_ignoring_case("\xC3\x84", "\xC3\xA4"));
}

TEST_CASE("each character has its class, whatever its sign bit") {
  int spaces = 0;
  int digits = 0;
  int letters = 0;
  for (int value = 0; value < 256; ++value) {
    const char c = static_cast<char>(value);
    spaces += base::is_space(c) ? 1 : 0;
    digits += base::is_digit(c) ? 1 : 0;
    letters += base::is_letter(c) ? 1 : 0;
  }
  CHECK(spaces == 6);
  CHECK(digits == 10);
  CHECK(letters == 52);
}

TEST_CASE("split keeps empty pieces, and join undoes it") {
  struct Row {
    const char* text;
    Words pieces;
  };
  const Row rows[] = {
      {"", {""}},      {"a", {"a"}}, {"a:b", {"a", "b"}}, {":a::b:", {"", "a", "", "b", ""}},
      {":", {"", ""}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Words pieces = base::split(row.text, ':');
    CHECK(pieces == row.pieces);
    CHECK(base::join({pieces.begin(), pieces.end()}, ":") == row.text);
  }
  CHECK(base::join({}, ", ").empty());
}

TEST_CASE("the edit distance counts single changes") {
  struct Row {
    const char* a;
    const char* b;
    std::size_t distance;
  };
  const Row rows[] = {
      {"", "", 0},        {"", "abc", 3},     {"same", "same", 0},      {"cat", "cut", 1},
      {"cat", "cats", 1}, {"cats", "cat", 1}, {"statsu", "status", 2},  {"kitten", "sitting", 3},
      {"abc", "xyz", 3},  {"ab", "ba", 2},    {"refresh", "refesh", 1},
  };
  for (const Row& row : rows) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    CHECK(base::edit_distance(row.a, row.b) == row.distance);
    CHECK(base::edit_distance(row.b, row.a) == row.distance);
  }
}

}  // namespace
