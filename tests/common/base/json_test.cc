#include "common/base/json.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <doctest/doctest.h>

namespace {

using namespace std::string_literals;

std::string nested(std::size_t depth, char open, char close) {
  return std::string(depth, open) + std::string(depth, close);
}

TEST_CASE("a JSON text reads as what it says, and is written back so") {
  const char* rows[] = {
      "null",
      "true",
      "[]",
      "{}",
      R"([1,-2,0.5,"x",null,{"a":[]}])",
      R"({"":0,"k\"ey":"v\n\u0001"})",
      R"("\u00e9\ud83d\udca1 \\u0041")",
      "9223372036854775807",
      "-9223372036854775808",
      "18446744073709551615",
  };
  const char* written[] = {
      "null",
      "true",
      "[]",
      "{}",
      R"([1,-2,0.5,"x",null,{"a":[]}])",
      R"({"":0,"k\"ey":"v\n\u0001"})",
      "\"\xC3\xA9\xF0\x9F\x92\xA1 \\\\u0041\"",
      "9223372036854775807",
      "-9223372036854775808",
      "18446744073709551615",
  };
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    CAPTURE(rows[i]);
    const auto document = json::parse(rows[i]);
    REQUIRE(document);
    CHECK(json::write(*document) == written[i]);
  }
}

TEST_CASE("what is not one UTF-8 JSON text is refused") {
  const std::string rows[] = {
      "",
      " ",
      "nul",
      "truex",
      "{",
      "]",
      "[1,]",
      "[1 2]",
      R"({"a"})",
      R"({"a":1,})",
      "{a:1}",
      "'x'",
      R"("open)",
      R"("\x")",
      R"("\u12G4")",
      "\"a\nb\"",
      "01",
      "+1",
      ".5",
      "1.",
      "1e",
      "-",
      "NaN",
      "Infinity",
      "0x10",
      "1 2",
      "{} {}",
      "// note\n1",
      "\"\xFF\"",
      "\"\xC0\xAF\"",
      "\"\xED\xA0\x80\"",
      "[1]\0"s,
      "\"a\0b\""s,
      "\0"s,
      "\"\\",
      "\"\\u",
      "\"\\ud83",
  };
  for (const std::string& row : rows) {
    CAPTURE(row);
    CHECK_FALSE(json::parse(row));
  }
}

TEST_CASE("depth is bounded, not the stack's to find out") {
  constexpr std::size_t kMost = json::kMaximumDepth;
  CHECK(json::parse(nested(kMost, '[', ']')));
  CHECK_FALSE(json::parse(nested(kMost + 1, '[', ']')));
  CHECK_FALSE(json::parse(nested(1'000'000, '[', ']')));
  CHECK_FALSE(json::parse(std::string(1'000'000, '{')));
  CHECK_FALSE(json::parse(std::string(1'000'000, ']')));

  std::string objects = "1";
  for (std::size_t i = 0; i <= kMost; ++i) {
    objects = "{\"a\":" + objects + "}";
  }
  CHECK_FALSE(json::parse(objects));
  CHECK(json::parse('"' + std::string(1'000'000, '[') + '"'));
}

TEST_CASE("an escaped lone surrogate reads as U+FFFD, a pair as its code point") {
  struct Row {
    const char* text;
    std::string value;
  };
  const Row rows[] = {
      {R"("\ud800")", "\xEF\xBF\xBD"},
      {R"("\udfff")", "\xEF\xBF\xBD"},
      {R"("\uD83D\uDCA1")", "\xF0\x9F\x92\xA1"},
      {R"("\ud83d\ud83d\udca1")", "\xEF\xBF\xBD\xF0\x9F\x92\xA1"},
      {R"("\udca1\ud83d")", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {R"("\ud83dx")", "\xEF\xBF\xBDx"},
      {R"("\ud83d\n")", "\xEF\xBF\xBD\n"},
      {R"("\\ud800")", "\\ud800"},
      {R"("\u0000")", "\0"s},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto document = json::parse(row.text);
    REQUIRE(document);
    CHECK(json::text(*document) == row.value);
  }
}

TEST_CASE("zero is zero, however it is written") {
  for (const char* zero : {"0", "-0", "0.0", "0e0", "0E-119", "-0.000e+99",
                           "0.0000000000000000000000000000000000000000"}) {
    CAPTURE(zero);
    const auto parsed = json::parse("[" + std::string(zero) + ",1]");
    REQUIRE(parsed);
    CHECK((*parsed)[0].GetDouble() == 0);
    CHECK((*parsed)[1].GetInt() == 1);
  }
  for (const char* broken :
       {"00", "0.", "0e", "0e+", "-", "0.e5", "00.0e5", "0e5e5", "0.0-5", "0e+-5", "0E-110E-1."}) {
    CAPTURE(broken);
    CHECK_FALSE(json::parse(broken));
  }
}

TEST_CASE("a number beyond a double's range is very large, of its sign") {
  const std::string digits(400, '9');
  for (const std::string& number : {"1e309"s, "9e99999"s, "1.5E+400"s, "123456789e301"s, digits}) {
    CAPTURE(number);
    for (const bool negative : {false, true}) {
      const auto document = json::parse("[" + (negative ? "-" : ""s) + number + ",7]");
      REQUIRE(document);
      const json::Value& value = (*document)[0];
      REQUIRE(value.IsDouble());
      CHECK(std::fabs(value.GetDouble()) > 1e300);
      CHECK((value.GetDouble() < 0) == negative);
      CHECK_FALSE(json::integer(value));
      CHECK((*document)[1].GetInt() == 7);
    }
  }
  const auto tiny = json::parse("1e-99999");
  REQUIRE(tiny);
  CHECK(tiny->GetDouble() == 0);
}

TEST_CASE("whole numbers, in whatever form they come") {
  struct Row {
    const char* text;
    std::optional<std::int64_t> value;
  };
  const Row rows[] = {
      {"7", 7},
      {"-3", -3},
      {"0", 0},
      {"-0", 0},
      {"2.0", 2},
      {"1e3", 1000},
      {"-2.5e1", -25},
      {"9007199254740992.0", 9007199254740992},
      {"9007199254740994.0", std::nullopt},
      {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
      {"9223372036854775808", std::nullopt},
      {"1.5", std::nullopt},
      {"1e300", std::nullopt},
      {"\"7\"", std::nullopt},
      {"true", std::nullopt},
      {"null", std::nullopt},
      {"[7]", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto document = json::parse(row.text);
    REQUIRE(document);
    CHECK(json::integer(*document) == row.value);
  }
}

TEST_CASE("a member is found by its name, the last one when there are two") {
  const auto document = json::parse(R"({"a":1,"b":2,"a":3,"":4,"n\u0000l":5})");
  REQUIRE(document);
  REQUIRE(json::find(*document, "a") != nullptr);
  CHECK(json::find(*document, "a")->GetInt() == 3);
  CHECK(json::find(*document, "")->GetInt() == 4);
  CHECK(json::find(*document, "n\0l"s)->GetInt() == 5);
  CHECK(json::find(*document, "A") == nullptr);
  CHECK(json::find(*document, "aa") == nullptr);
  CHECK(json::find(*json::parse("[1]"), "a") == nullptr);
  CHECK(json::find(*json::parse("null"), "a") == nullptr);
}

TEST_CASE("a found member can be changed in its place") {
  auto document = json::parse(R"({"a":1,"b":{"a":2}})");
  REQUIRE(document);
  json::Value* inner = json::find(*document, "b");
  REQUIRE(inner != nullptr);
  json::find(*inner, "a")->SetInt(9);
  CHECK(json::write(*document) == R"({"a":1,"b":{"a":9}})");
}

TEST_CASE("a wrong-type access throws and does not end the program") {
  const auto document = json::parse("[1]");
  REQUIRE(document);
  CHECK_THROWS_AS(json::text(*document), std::logic_error);
  CHECK_THROWS_AS((*document)["a"], std::logic_error);
  CHECK_THROWS_AS((*document)[0].GetString(), std::logic_error);
}

TEST_CASE("reading takes time in proportion to the text") {
  // Quadratic work on any of these would run into the time limit of the test program.
  constexpr std::size_t kSize = 4'000'000;
  CHECK(json::parse("[" + std::string(kSize, ' ') + "]"));
  CHECK_FALSE(json::parse(std::string(kSize, '1') + "x"));
  CHECK_FALSE(json::parse("[" + std::string(kSize, '-')));
  std::string exponents;
  for (std::size_t i = 0; i < kSize / 4; ++i) {
    exponents += "1e9,";
  }
  CHECK(json::parse("[" + exponents + "0]"));
  std::string surrogates;
  for (std::size_t i = 0; i < kSize / 6; ++i) {
    surrogates += "\\ud800";
  }
  CHECK(json::parse("\"" + surrogates + "\""));
}

TEST_CASE("a number is read as the nearest double, so that writing and reading end") {
  for (const char* text : {"90071992547409931e-4", "9007199254740.995", "0.1", "1e-7", "5e-324",
                           "0.184467440737095516155", "-1.5", "18446744073709551616", "2.5E+3"}) {
    CAPTURE(text);
    const std::string written = json::write(*json::parse(text));
    CHECK(json::write(*json::parse(written)) == written);
    CHECK(std::strtod(written.c_str(), nullptr) == std::strtod(text, nullptr));
  }
}

}  // namespace
