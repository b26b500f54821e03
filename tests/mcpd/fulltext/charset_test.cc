#include "mcpd/fulltext/charset.h"

#include <string>

#include <doctest/doctest.h>

#include "mcpd/fulltext/character_references.h"

using fulltext::to_utf8;

TEST_CASE("a page comes as UTF-8, whatever it was written in") {
  using namespace std::string_literals;
  struct Case {
    std::string page;
    std::string content_type;
    std::string utf8;
  };
  const Case kCases[] = {
      {"caf\xC3\xA9", "text/html; charset=utf-8", "caf\xC3\xA9"},
      {"caf\xC3\xA9", "text/html", "caf\xC3\xA9"},
      {"\xEF\xBB\xBF"
       "a",
       "text/html", "a"},
      {"caf\xE9 \x93q\x94", "text/html", "caf\xC3\xA9 \xE2\x80\x9Cq\xE2\x80\x9D"},
      {"caf\xE9", "text/html; charset=\"iso-8859-1\"", "caf\xC3\xA9"},
      {"caf\xE9", "text/html; charset=utf-8", "caf\xEF\xBF\xBD"},
      {"\xC1", "text/html;charset=koi8-r", "\xD0\xB0"},
      {"\x8A\xBF\x8E\x9A", "text/html; charset=shift_jis", "\xE6\xBC\xA2\xE5\xAD\x97"},
      {"<meta charset=\"koi8-r\">\xC1", "text/html", "<meta charset=\"koi8-r\">\xD0\xB0"},
      {"<meta http-equiv='Content-Type' content='text/html; charset=KOI8-R'>\xC1", "text/html",
       "<meta http-equiv='Content-Type' content='text/html; charset=KOI8-R'>\xD0\xB0"},
      {"<meta charset=utf-16>caf\xE9", "text/html", "<meta charset=utf-16>caf\xEF\xBF\xBD"},
      {"\xFF\xFE"
       "a\0"s,
       "text/html", "a"},
      {"\x1B$B4A;z\x1B(B", "text/html; charset=iso-2022-jp", "\xE6\xBC\xA2\xE5\xAD\x97"},
      {"caf\xE9", "text/html; charset=no-such", "caf\xC3\xA9"},
      {"caf\xE9", "text/html; charset=../../x//translit", "caf\xC3\xA9"},
      {"", "", ""},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.content_type);
    CAPTURE(each.utf8);
    CHECK(to_utf8(each.page, each.content_type) == each.utf8);
  }
}

TEST_CASE("bytes that a charset does not have become U+FFFD, and the rest goes on") {
  CHECK(to_utf8("a\xFF"
                "b\xC1\xC2\xA4",
                "text/html; charset=euc-jp") ==
        "a\xEF\xBF\xBD"
        "b\xE7\x96\x8E\xEF\xBF\xBD");
}

TEST_CASE("character references are decoded once") {
  struct Case {
    std::string text;
    std::string decoded;
  };
  const Case kCases[] = {
      {"a &lt; b &gt; c &amp; d", "a < b > c & d"},
      {"&amp;lt;", "&lt;"},
      {"&#65;&#x42;&#X43;", "ABC"},
      {"&eacute;&alpha;&Alpha;&nbsp;", "\xC3\xA9\xCE\xB1\xCE\x91\xC2\xA0"},
      {"&#150;", "\xE2\x80\x93"},
      {"&#0;&#xD800;&#x110000;&#99999999999;", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"& && &; &# &#; &#x; &lt &unknown; a&b;", "& && &; &# &#; &#x; &lt &unknown; a&b;"},
      {"&apos;&quot;", "'\""},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.text);
    std::string out;
    fulltext::append_decoded(out, each.text);
    CHECK(out == each.decoded);
  }
}
