#include "harvestd/check/full_text_check.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "harvestd/check/full_text_pages.h"
#include "harvestd/check/sum.h"
#include "harvestd/check/tokenizer.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::MirrorFile;
using testing::PaperRow;
using Texts = std::vector<std::string>;

/// Lets a test write into the index's own tables.
void allow_damage(MirrorFile& file) {
  sqlite3_db_config(file.database().handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
}

std::vector<PaperRow> some_papers(int count) {
  std::vector<PaperRow> rows;
  for (int i = 0; i < count; ++i) {
    rows.push_back({.id = "2401." + std::to_string(10000 + i),
                    .title = "Common word " + std::to_string(i),
                    .authors = "Łukasz Müller, Ada O'Hara-Smith",
                    .abstract = "The naïve café of β-decay " + std::to_string(i * 7)});
  }
  rows.front().comment = "12 pages_and more";
  rows.front().journal_ref = "Nature 1 (2024)";
  return rows;
}

TEST_CASE("the index of a file as harvestd leaves it holds its papers") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  CHECK(mirror::check_full_text(file.database()) == Texts{});
  for (const PaperRow& row : some_papers(200))
    file.put(row);
  file.put({.id = "2401.10003", .title = "Changed"});
  file.remove("2401.10007");
  CHECK(mirror::look_at_full_text(file.database()) == Texts{});
  CHECK(mirror::check_full_text(file.database()) == Texts{});
}

TEST_CASE("what the index does not say of the papers is a problem") {
  const std::string words = "does not hold the words of the papers";
  struct Case {
    Texts statements;
    Texts problems;
  };
  const Case cases[] = {
      // As many words, in another paper, column or place.
      {{"DROP TRIGGER papers_au", "UPDATE papers SET title = 'Common word 9' WHERE rowid = 9"},
       {words}},
      {{"DROP TRIGGER papers_au", "UPDATE papers SET title = 'word Common 7' WHERE rowid = 8"},
       {words}},
      {{"DROP TRIGGER papers_ad", "DELETE FROM papers WHERE rowid = 20"},
       {words, "holds papers that are gone"}},
      {{"UPDATE papers_fts_docsize SET sz = x'0101010101' WHERE id = 3"},
       {"has other sizes than its papers"}},
      {{"DELETE FROM papers_fts_docsize WHERE id = (SELECT max(rowid) FROM papers)"},
       {"does not hold the papers stored last", "has other sizes than its papers"}},
      {{"UPDATE papers_fts_data SET block = x'010203040506' WHERE id = 1"}, {"has wrong totals"}},
      {{"UPDATE papers_fts_data SET block = x'' WHERE id = 1"}, {"has lost its totals"}},
      {{"UPDATE papers_fts_idx SET term = CAST('0zz' AS BLOB) WHERE segid = 1 AND pgno = 2"},
       {"has pages that a search would not find"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.statements.back());
    const testing::TempDir folder;
    MirrorFile file(folder / "mirror.db");
    file.fill(some_papers(100));
    allow_damage(file);
    for (const std::string& statement : one.statements)
      file.execute(statement);
    const Texts found = mirror::check_full_text(file.database());
    for (const std::string& problem : one.problems) {
      CAPTURE(problem);
      CHECK(std::find(found.begin(), found.end(), problem) != found.end());
    }
  }
}

TEST_CASE("a quick look sees what the ends of the index tell") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.fill(some_papers(50));
  allow_damage(file);
  file.execute("DELETE FROM papers_fts_docsize WHERE id = 50");
  CHECK(mirror::look_at_full_text(file.database()) ==
        Texts{"does not hold the papers stored last"});
}

TEST_CASE("the lists of pages of a frequent word lead to its papers") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.fill(some_papers(9000));
  allow_damage(file);
  constexpr std::string_view kList =
      "SELECT max(id) FROM papers_fts_data WHERE id & (1 << 36) <> 0";
  const auto list = file.database().integer(kList);
  REQUIRE(list.has_value());
  CHECK(mirror::full_text_pages_agree(file.database()));
  // The last byte is the distance to the first paper of the last page.
  mirror::Statement(file.database(),
                    "UPDATE papers_fts_data SET block ="
                    " CAST(substr(block, 1, length(block) - 1) || x'01' AS BLOB) WHERE id = ?1")
      .run(*list);
  CHECK_FALSE(mirror::full_text_pages_agree(file.database()));
}

TEST_CASE("numbers of the index are read as it writes them") {
  using Numbers = std::vector<std::uint64_t>;
  CHECK(mirror::full_text_numbers("") == Numbers{});
  CHECK(mirror::full_text_numbers(std::string_view("\x00\x7F", 2)) == Numbers{0, 127});
  CHECK(mirror::full_text_numbers("\x81\x01") == Numbers{129});
  CHECK(mirror::full_text_numbers("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF") ==
        Numbers{~std::uint64_t{0}});
  CHECK(mirror::full_text_numbers("\x05\x81") == Numbers{5});  // breaks off
}

TEST_CASE("texts are taken apart as the index does it") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  const mirror::Tokenizer tokenizer(file.database());
  Texts tokens;
  const int count = tokenizer.each("Naïve β-decay, snake_case O'Hara", [&](int place, auto token) {
    CHECK(place == static_cast<int>(tokens.size()));
    tokens.emplace_back(token);
  });
  CHECK(count == 5);
  CHECK(tokens == Texts{"naive", "β-decay", "snake_case", "o", "hara"});
}

TEST_CASE("sums tell sets apart, whatever their order") {
  const auto member = [](std::string_view text, std::uint64_t number) {
    return mirror::Member().add(text).add(number);
  };
  mirror::Sum one;
  one.add(member("a", 1));
  one.add(member("b", 2));
  mirror::Sum other;
  other.add(member("b", 2));
  other.add(member("a", 1));
  CHECK(one == other);
  mirror::Sum swapped;
  swapped.add(member("a", 2));
  swapped.add(member("b", 1));
  CHECK_FALSE(one == swapped);
  CHECK_FALSE(mirror::Member().add("ab").add("c").hash() ==
              mirror::Member().add("a").add("bc").hash());
}

}  // namespace
