#include "mcpd/live/xml_references.h"

#include <utility>

#include <doctest/doctest.h>

namespace {

TEST_CASE("references to no character of XML, and what only begins like one, are replaced") {
  const std::pair<const char*, const char*> kCases[] = {
      {"", ""},
      {"a & b &amp; &#", "a & b &amp; \xEF\xBF\xBD"},
      {"a&#0;b",
       "a\xEF\xBF\xBD"
       "b"},
      {"a&#x0;b",
       "a\xEF\xBF\xBD"
       "b"},
      {"&#4294967296;&#x100000000;", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"&#27;&#x1F;&#xD800;&#xDFFF;&#xFFFE;&#x110000;",
       "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"&#;&#x;&#12&#-1;&#+1;",
       "\xEF\xBF\xBD;\xEF\xBF\xBDx;\xEF\xBF\xBD"
       "12\xEF\xBF\xBD-1;"
       "\xEF\xBF\xBD+1;"},
      {"&#9;&#10;&#13;&#8722;&#x2212;&#x1F600;&#x10FFFF;&#00065;",
       "&#9;&#10;&#13;&#8722;&#x2212;&#x1F600;&#x10FFFF;&#00065;"},
      {"&amp;#0;", "&amp;#0;"},
  };
  for (const auto& [xml, mended] : kCases) {
    CAPTURE(xml);
    CHECK(live::mend_numeric_references(xml) == mended);
  }
}

}  // namespace
