/// Random bytes through everything in common/base that reads outside text.

#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "common/base/json.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace {

constexpr int kRounds = 400'000;

/// Equal seeds give equal texts on every machine.
class Random {
 public:
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  template <class List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::mt19937 engine_{20'261'201};
};

const std::vector<std::string> kJsonParts = {"{",       "}",        "[",
                                             "]",       ":",        ",",
                                             "\"",      "\\",       "\\u",
                                             "d8",      "00",       "\"a\"",
                                             "\"a\":",  "0",        "-",
                                             "1e",      "309",      ".5",
                                             "true",    "null",     "\xC3\xA9",
                                             "\xFF",    "\\uD83D",  " ",
                                             "\n",      "1e-4",     "9007199254740993",
                                             "\x01",    "\xE2\x82", "\xF0\x9F\x92\xA1",
                                             "\\ude00", "\"\\\"\"", "1e400",
                                             "[[[[",    "]]]]",     "\"b\":[1],"};

std::string random_text(Random& random, const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t length = random.below(24); length > 0; --length) {
    text += random.below(8) == 0 ? std::string(1, static_cast<char>(random.below(256)))
                                 : random.of(parts);
  }
  return text;
}

TEST_CASE("JSON: what is read is written, and reads the same again") {
  Random random;
  int read = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::string text = random_text(random, kJsonParts);
    // Most random texts are no JSON; a string around them often is.
    if (round % 2 == 0) text = "[\"" + text + "\"]";
    const auto document = json::parse(text);
    if (!document) continue;
    ++read;
    const std::string written = json::write(*document);
    const auto again = json::parse(written);
    CAPTURE(text);
    REQUIRE(again);
    REQUIRE(json::write(*again) == written);
    REQUIRE(base::is_utf8(written));
  }
  CHECK(read > kRounds / 100);
}

TEST_CASE("UTF-8: mended text is well formed, and well-formed text stays") {
  Random random;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random_text(random, kJsonParts);
    const std::string mended = base::to_utf8(text);
    CAPTURE(text);
    REQUIRE(base::is_utf8(mended));
    REQUIRE((mended == text) == base::is_utf8(text));
    std::string walked;
    for (std::size_t at = 0; at < text.size();) {
      const base::CodePoint point = base::code_point_at(text, at);
      REQUIRE(point.next > at);
      base::append_utf8(walked, point.value);
      at = point.next;
    }
    REQUIRE(walked == mended);
    const std::string line = base::one_line(text, 10);
    REQUIRE(base::count_code_points(line) <= 13);
    REQUIRE(line.find('\n') == std::string::npos);
    REQUIRE(base::first_code_points(mended, 5).size() <= 20);
  }
}

TEST_CASE("dates: what is read is written, and reads the same again") {
  const std::vector<std::string> parts = {"2024", "-",   "01",  "22",    "T",         ":",
                                          "18",   "59",  ".",   "Z",     "5",         "Mon,",
                                          " ",    "Jan", "GMT", "+0500", "2024-02-29"};
  Random random;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random_text(random, parts);
    CAPTURE(text);
    for (const auto& time : {base::parse_iso(text), base::parse_email_date(text)}) {
      if (time) REQUIRE(base::parse_iso(base::to_iso(*time)) == time);
    }
  }
}

}  // namespace
