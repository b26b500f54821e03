#include "common/arxiv/authors.h"

#include <doctest/doctest.h>

#include "common/arxiv/tex.h"
#include "tests/common/arxiv/vectors.h"

using arxiv::fold_author;
using arxiv::split_authors;
using testing::repeated;

using Names = std::vector<std::string>;

TEST_CASE("an author line shows the names that arXiv parses out of it") {
  const auto rows = testing::read_vectors("arxiv/author_vectors.tsv");
  CHECK(rows.size() > 200);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    const Names expected(row.begin() + 1, row.end());
    CHECK(split_authors(arxiv::tex_to_unicode(row[0])) == expected);
  }
}

TEST_CASE("a line without names") {
  for (const char* line : {"", " ", "\n\t", ",,,", "(a, b)", ": :", "et al.", "] x"}) {
    CAPTURE(line);
    CHECK(split_authors(line).empty());
  }
}

TEST_CASE("bytes that are not UTF-8 are part of a name") {
  CHECK(split_authors("A\xE9 B, \xF0\x9F C") == Names{"A\xE9 B", "\xF0\x9F C"});
}

TEST_CASE("two megabytes of one sequence take one pass") {
  constexpr std::size_t kBytes = 2'000'000;
  struct Row {
    const char* unit;
    std::size_t names_per_unit;
  };
  for (const auto& [unit, names_per_unit] :
       {Row{"(", 0}, Row{"()", 0}, Row{",", 0}, Row{"A and ", 1}, Row{"A (b (c)), ", 1}}) {
    CAPTURE(unit);
    const std::size_t count = kBytes / std::string_view(unit).size();
    CHECK(split_authors(repeated(unit, count)).size() == names_per_unit * count);
  }
  for (const char* unit : {")(", "A."}) {
    CAPTURE(unit);
    CHECK(split_authors(repeated(unit, kBytes / std::string_view(unit).size())).size() == 1);
  }
  CHECK(split_authors("A B" + repeated(", Jr", kBytes / 4)).size() == 1);
}

TEST_CASE("the author fold spells the letters of its table in ASCII and no others") {
  for (const auto& [letter, ascii] : arxiv::kAuthorFolds) {
    CAPTURE(letter);
    CHECK(fold_author(letter) == ascii);
    CHECK(fold_author("x" + std::string(letter) + "y") == "x" + std::string(ascii) + "y");
  }
  CHECK(fold_author("Łukasz Bjørk-Straße, Æsir") == "Lukasz Bjork-Strasse, AEsir");
  for (const std::string_view kept : {"", "Knuth", "Müller", "é", "中", "𝛼", "\xC5", "\xF0\x9F"}) {
    CAPTURE(kept);
    CHECK(fold_author(kept) == kept);
  }
  CHECK((fold_author(repeated("ł", 1'000'000)) == repeated("l", 1'000'000)));
}
