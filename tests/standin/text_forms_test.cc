#include "tests/standin/text_forms.h"

#include <doctest/doctest.h>

using standin::Arguments;

TEST_CASE("text is escaped as arXiv's templates do it") {
  CHECK(standin::escaped("") == "");
  CHECK(standin::escaped("plain é") == "plain é");
  CHECK(standin::escaped("<a & \"b\" 'c'>") == "&lt;a &amp; &#34;b&#34; &#39;c&#39;&gt;");
  std::string out = "x";
  standin::append_element(out, "title", "a<b");
  CHECK(out == "x<title>a&lt;b</title>");
}

TEST_CASE("times are written in both forms") {
  const std::chrono::sys_seconds time{std::chrono::seconds(1705949941)};
  CHECK(standin::to_email_date(time) == "Mon, 22 Jan 2024 18:59:01 GMT");
  CHECK(standin::to_seconds(time) == "2024-01-22T18:59:01Z");
  CHECK(standin::to_email_date({}) == "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST_CASE("query strings are read in order, once unquoted") {
  const struct {
    std::string_view query;
    Arguments arguments;
  } rows[] = {
      {"", {}},
      {"verb=ListRecords&from=2024-01-01", {{"verb", "ListRecords"}, {"from", "2024-01-01"}}},
      {"a=1&a=2", {{"a", "1"}, {"a", "2"}}},
      {"a+b=c+d%2Be", {{"a b", "c d+e"}}},
      {"token=verb%253DX%26skip", {{"token", "verb%3DX&skip"}}},
      {"&&flag&empty=&", {{"flag", ""}, {"empty", ""}}},
      {"a=b=c", {{"a", "b=c"}}},
      {"a=%zz%4", {{"a", "%zz%4"}}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    CHECK(standin::parse_query(row.query) == row.arguments);
  }
}

TEST_CASE("counts are plain decimal numbers") {
  CHECK(standin::parse_count("0") == 0U);
  CHECK(standin::parse_count("1300") == 1300U);
  for (const std::string_view text : {"", "-1", "+1", "1.0", " 1", "1 ", "x"}) {
    CAPTURE(text);
    CHECK_FALSE(standin::parse_count(text));
  }
}
