#include "common/arxiv/paper_id.h"

#include <doctest/doctest.h>

#include "tests/common/arxiv/vectors.h"

using arxiv::PaperId;
using arxiv::parse_paper_id;

TEST_CASE("every way of writing an identifier has one canonical form or none") {
  const auto rows = testing::read_vectors("arxiv/paper_ids.tsv");
  CHECK(rows.size() > 240);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 2);
    CAPTURE(row[0]);
    const auto id = parse_paper_id(row[0]);
    CHECK((id ? id->canonical() : "-") == row[1]);
  }
}

TEST_CASE("a canonical form is its own canonical form") {
  for (const auto& row : testing::read_vectors("arxiv/paper_ids.tsv")) {
    CAPTURE(row[0]);
    if (row[1] == "-") continue;
    const auto id = parse_paper_id(row[1]);
    REQUIRE(id);
    CHECK(*id == parse_paper_id(row[0]));
    CHECK(id->canonical() == row[1]);
  }
}

TEST_CASE("the parts of an identifier") {
  CHECK(parse_paper_id("arXiv:Math.GT/0309136V12") == PaperId{"math/0309136", 12});
  CHECK(parse_paper_id("2401.12345") == PaperId{"2401.12345", 0});
  CHECK(parse_paper_id("math/0309136")->is_old_style());
  CHECK_FALSE(parse_paper_id("math/0309136")->is_pinned());
  CHECK_FALSE(parse_paper_id("2401.12345v3")->is_old_style());
  CHECK(parse_paper_id("2401.12345v3")->is_pinned());
}

TEST_CASE("bytes no one types") {
  using std::string_literals::operator""s;
  for (const std::string& text :
       {"2401.12345\0"s, "\0002401.12345"s, "2401.12345\x80"s, "\xFFhep-th/9901001"s}) {
    CHECK_FALSE(parse_paper_id(text));
  }
}

TEST_CASE("hostile lengths end at once") {
  constexpr std::size_t kMany = 1'000'000;
  for (const char* unit :
       {"9", " ", "/", ".", "v", "math/", "arXiv:", "arxiv.org/abs/", "\xC2\xA0"}) {
    CAPTURE(unit);
    const std::string text = testing::repeated(unit, kMany / std::string_view(unit).size());
    CHECK_FALSE(parse_paper_id(text));
    CHECK_FALSE(parse_paper_id("2401.12345v1" + text + "x"));
    CHECK_FALSE(parse_paper_id("https://arxiv.org/abs/" + text));
  }
}
