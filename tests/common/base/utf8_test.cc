#include "common/base/utf8.h"

#include <doctest/doctest.h>

namespace {

using namespace std::string_literals;

TEST_CASE("UTF-8 is well formed, or mended with one mark for each broken start") {
  constexpr const char* kMark = "\xEF\xBF\xBD";
  struct Row {
    std::string text;
    std::string mended;  ///< `?` stands for U+FFFD
  };
  const Row rows[] = {
      {"", ""},
      {"plain", "plain"},
      {"a\0b"s, "a\0b"s},
      {"\x7F", "\x7F"},
      {"\xC2\x80", "\xC2\x80"},
      {"\xDF\xBF", "\xDF\xBF"},
      {"\xE0\xA0\x80", "\xE0\xA0\x80"},
      {"\xED\x9F\xBF", "\xED\x9F\xBF"},
      {"\xEE\x80\x80", "\xEE\x80\x80"},
      {"\xEF\xBF\xBF", "\xEF\xBF\xBF"},
      {"\xF0\x90\x80\x80", "\xF0\x90\x80\x80"},
      {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
      // Bytes that begin nothing.
      {"\x80", "?"},
      {"\xBF\xBF", "??"},
      {"a\xC0\xAF", "a??"},
      {"\xC1\xBF", "??"},
      {"\xF5\x80\x80\x80", "????"},
      {"\xFE\xFF", "??"},
      // Overlong forms, surrogates, and what lies beyond U+10FFFF.
      {"\xE0\x80\xAF", "???"},
      {"\xE0\x9F\xBF", "???"},
      {"\xED\xA0\x80", "???"},
      {"\xED\xBF\xBF", "???"},
      {"\xF0\x8F\xBF\xBF", "????"},
      {"\xF4\x90\x80\x80", "????"},
      // Sequences that break off.
      {"\xC3", "?"},
      {"\xE2\x82", "?"},
      {"\xF0\x9F\x92", "?"},
      {"\xC3(", "?("},
      {"\xE2\x82(", "?("},
      {"\xF0\x9F\x92\xC3\xA9", "?\xC3\xA9"},
      {"\xE2\xE2\x82\xAC", "?\xE2\x82\xAC"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    std::string mended;
    for (const char c : row.mended) {
      mended += c == '?' ? std::string(kMark) : std::string(1, c);
    }
    CHECK(base::is_utf8(row.text) == (row.text == mended));
    CHECK(base::to_utf8(row.text) == mended);
    CHECK(base::is_utf8(base::to_utf8(row.text)));
  }
}

TEST_CASE("code points survive being written and read, at every edge of a length") {
  for (const std::uint32_t value :
       {0x0U, 0x7FU, 0x80U, 0x7FFU, 0x800U, 0xD7FFU, 0xE000U, 0xFFFFU, 0x10000U, 0x10FFFFU}) {
    CAPTURE(value);
    std::string text = "<";
    base::append_utf8(text, value);
    CHECK(base::is_utf8(text));
    CHECK(base::count_code_points(text) == 2);
    const base::CodePoint point = base::code_point_at(text, 1);
    CHECK(point.value == value);
    CHECK(point.next == text.size());
  }
}

TEST_CASE("an ill-formed byte reads as U+FFFD and is passed") {
  CHECK(base::code_point_at("\xE2\x82", 0).value == 0xFFFD);
  CHECK(base::code_point_at("\xE2\x82", 0).next == 2);
  CHECK(base::code_point_at("\xFFz", 0).next == 1);
}

TEST_CASE("the first code points of a text end at a boundary") {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x92\xA1z";
  CHECK(base::count_code_points(text) == 5);
  const std::size_t ends[] = {0, 1, 3, 6, 10, 11, 11};
  for (std::size_t limit = 0; limit < std::size(ends); ++limit) {
    CAPTURE(limit);
    CHECK(base::first_code_points(text, limit) == text.substr(0, ends[limit]));
  }
  CHECK(base::first_code_points("", 3).empty());
}

TEST_CASE("outside text becomes one bounded line") {
  struct Row {
    std::string text;
    std::size_t limit;
    const char* line;
  };
  const Row rows[] = {
      {"", 5, ""},
      {"short", 5, "short"},
      {"longer", 5, "longe..."},
      {"any", 0, "..."},
      {"\xC3\xA9\xC3\xA9\xC3\xA9", 2, "\xC3\xA9\xC3\xA9..."},
      {"a\nb\tc\x1B[2Jd\x7F", 50, "a b c [2Jd "},
      {"nul\0byte"s, 50, "nul byte"},
      {"\xC2\x9B"
       "31m",
       50, " 31m"},
      {"bad \xFF byte", 50, "bad \xEF\xBF\xBD byte"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    CHECK(base::one_line(row.text, row.limit) == row.line);
  }
}

}  // namespace
