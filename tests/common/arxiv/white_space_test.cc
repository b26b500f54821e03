#include "common/arxiv/white_space.h"

#include <doctest/doctest.h>

using arxiv::trim_white_space;
using arxiv::white_space_at;

TEST_CASE("white space of every script, and the byte-order mark") {
  for (const char* blank :
       {" ", "\t", "\n", "\r", "\f", "\v", "\u0085", "\u00A0", "\u1680", "\u2000", "\u200A",
        "\u2028", "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"}) {
    CAPTURE(blank);
    CHECK(white_space_at(blank, 0) == std::string_view(blank).size());
  }
  for (const char* other : {"a", "-", "\u00A1", "\u1681", "\u200B", "\u2060", "\x80", "\xE2\x80"}) {
    CAPTURE(other);
    CHECK(white_space_at(other, 0) == 0);
  }
}

TEST_CASE("trimming leaves what stands inside") {
  CHECK(trim_white_space("") == "");
  CHECK(trim_white_space(" \u00A0\n") == "");
  CHECK(trim_white_space("a") == "a");
  CHECK(trim_white_space("\u3000 a \u00A0 b\t\uFEFF") == "a \u00A0 b");
  CHECK(trim_white_space(" é ") == "é");
  CHECK(trim_white_space(" \xFF ") == "\xFF");
}
