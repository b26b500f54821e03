#include "mcpd/pdftext/mend_text.h"

#include <string_view>

#include <doctest/doctest.h>

using pdftext::mend_text;

TEST_CASE("what print has broken is put together") {
  struct Case {
    std::string_view text;
    std::string_view mended;
  };
  constexpr Case kCases[] = {
      {"a line\nand another", "a line\nand another"},
      {"e\xEF\xAC\x80"
       "ect of \xEF\xAC\x81ve \xEF\xAC\x82ows, o\xEF\xAC\x83"
       "ce, ba\xEF\xAC\x84"
       "e",
       "effect of five flows, office, baffle"},
      {"\xEF\xAC\x85\xEF\xAC\x86", "stst"},
      {"conver-\ngence", "convergence"},
      {"conver\xE2\x80\x90\n   gence", "convergence"},
      {"conver\xC2\xAD\ngence and co\xC2\xADoperate", "convergence and cooperate"},
      {"o\xEF\xAC\x83-\n\xEF\xAC\x81"
       "ve",
       "offifive"},
      {"well-\nKnown", "well-\nKnown"},
      {"pages 3-\n4", "pages 3-\n4"},
      {"a - \nb", "a - \nb"},
      {"- \n- item", "- \n- item"},
      {"state-of-the-art", "state-of-the-art"},
      {"\xC3\xBC"
       "ber-\n\xC3\xA4ngstlich",
       "\xC3\xBC"
       "ber\xC3\xA4ngstlich"},
      {"trailing-\n", "trailing-\n"},
      {"trailing-", "trailing-"},
      {"", ""},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.text);
    CHECK(mend_text(each.text) == each.mended);
  }
}

TEST_CASE("the codes of a font that tells no characters are nothing to read") {
  CHECK(pdftext::is_readable("a"));
  CHECK(pdftext::is_readable("\x19\xCE\xB1"));
  CHECK_FALSE(pdftext::is_readable("\x19\x12 \n\f\xC2\xA0\xC2\x85"));
  CHECK_FALSE(pdftext::is_readable(""));
}
