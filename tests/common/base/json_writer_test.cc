#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "common/base/json.h"

namespace {

using namespace std::string_literals;

TEST_CASE("the writer places commas and colons") {
  json::Writer out;
  out.begin_object();
  json::member(out, "text", "x");
  json::member(out, "view", std::string_view("y"));
  json::member(out, "count", std::int64_t{-4});
  json::member(out, "flag", true);
  out.key("list").begin_array().number(0.5).null().boolean(false).integer(9).end_array();
  out.key("raw").raw(R"({"a":[1]})");
  out.key("empty").begin_object().end_object();
  out.end_object();
  CHECK(out.view() == R"({"text":"x","view":"y","count":-4,"flag":true,)"
                      R"("list":[0.5,null,false,9],"raw":{"a":[1]},"empty":{}})");
}

TEST_CASE("strings are escaped, and mended when they are not UTF-8") {
  struct Row {
    std::string value;
    std::string written;
  };
  const Row rows[] = {
      {"", "\"\""},
      {"\"\\/\b\f\n\r\t", R"("\"\\/\b\f\n\r\t")"},
      {"\x01\x1F\x7F", "\"\\u0001\\u001F\x7F\""},
      {"a\0b"s, R"("a\u0000b")"},
      {"\xE2\x80\xA8", "\"\xE2\x80\xA8\""},
      {"\xF0\x9F\x92\xA1", "\"\xF0\x9F\x92\xA1\""},
      {"bad\xFF", "\"bad\xEF\xBF\xBD\""},
      {"\xE2\x82", "\"\xEF\xBF\xBD\""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(json::Writer().string(row.value).take() == row.written);
    const auto read = json::parse(row.written);
    REQUIRE(read);
    CHECK(json::write(*read) == row.written);
  }
}

TEST_CASE("numbers are written so that they read back as they were") {
  for (const double value : {0.0, -0.5, 0.1, 1e21, 1.7976931348623157e308, 5e-324}) {
    CAPTURE(value);
    const auto read = json::parse(json::Writer().number(value).take());
    REQUIRE(read);
    CHECK(read->GetDouble() == value);
  }
  for (const double value :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(json::Writer().number(value).take() == "null");
  }
  CHECK(json::Writer().integer(std::numeric_limits<std::int64_t>::min()).take() ==
        "-9223372036854775808");
}

TEST_CASE("a member is a value, several texts, or null where there is none") {
  json::Writer out;
  out.begin_object();
  json::member(out, "a", std::optional<std::string>("x"));
  json::member(out, "b", std::optional<std::string>());
  json::member(out, "c", std::optional<std::int64_t>(7));
  json::member(out, "d", std::optional<std::int64_t>());
  json::member(out, "e", std::vector<std::string>{"y", "\"z\""});
  json::member(out, "f", std::vector<std::string>());
  out.end_object();
  CHECK(out.take() == R"({"a":"x","b":null,"c":7,"d":null,"e":["y","\"z\""],"f":[]})");
}

TEST_CASE("a writer starts afresh after its text was taken") {
  json::Writer out;
  CHECK(out.begin_array().integer(1).end_array().take() == "[1]");
  CHECK(out.view().empty());
  CHECK(out.begin_array().integer(2).integer(3).end_array().take() == "[2,3]");
}

TEST_CASE("a value is written inside what is being written") {
  const auto value = json::parse(R"({"a":[1,"x"]})");
  REQUIRE(value);
  json::Writer out;
  out.begin_array().value(*value).value((*value)["a"]).end_array();
  CHECK(out.take() == R"([{"a":[1,"x"]},[1,"x"]])");
}

}  // namespace
