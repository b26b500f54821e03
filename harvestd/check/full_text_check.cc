#include "harvestd/check/full_text_check.h"

#include <array>
#include <optional>
#include <string_view>

#include "harvestd/check/full_text_pages.h"
#include "harvestd/check/sum.h"
#include "harvestd/check/tokenizer.h"

namespace mirror {
namespace {

constexpr std::size_t kColumns = 5;
constexpr std::array<std::string_view, kColumns> kNames = {"title", "authors", "abstract",
                                                           "comment", "journal_ref"};

constexpr std::string_view kContent =
    "SELECT s.rowid, s.title, s.authors, s.abstract, s.comment, s.journal_ref, d.sz"
    " FROM papers_fts_source AS s LEFT JOIN papers_fts_docsize AS d ON d.id = s.rowid";

constexpr std::string_view kVocabulary =
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.index_tokens USING fts5vocab('main', 'papers_fts', "
    "'instance')";

/// What the papers ask of the index.
struct Content {
  Sum tokens;
  std::array<std::uint64_t, kColumns> totals{};
  std::uint64_t papers = 0;
  std::uint64_t wrong_sizes = 0;
};

std::uint64_t column_number(std::string_view name) {
  std::uint64_t at = 0;
  while (at < kColumns && kNames[at] != name)
    ++at;
  return at;
}

Member token(std::uint64_t row, std::uint64_t column, std::uint64_t place, std::string_view text) {
  return Member().add(text).add(row).add(column << 32 | place);
}

/// Adds the paper `rows` stands on; its sizes as the index should have them.
std::array<std::uint64_t, kColumns> add_paper(const Rows& rows, const Tokenizer& tokenizer,
                                              Content& content) {
  const auto row = static_cast<std::uint64_t>(rows.integer(0));
  std::array<std::uint64_t, kColumns> sizes{};
  for (std::size_t column = 0; column < kColumns; ++column) {
    sizes[column] = static_cast<std::uint64_t>(tokenizer.each(
        rows.text(static_cast<int>(column) + 1), [&](int place, std::string_view text) {
          content.tokens.add(token(row, column, static_cast<std::uint64_t>(place), text));
        }));
    content.totals[column] += sizes[column];
  }
  ++content.papers;
  return sizes;
}

Content read_content(const Database& database) {
  const Tokenizer tokenizer(database);
  Content content;
  Statement statement(database, kContent);
  for (Rows rows = statement.query(); rows.next();) {
    const auto sizes = add_paper(rows, tokenizer, content);
    const auto stored = full_text_numbers(rows.text(kColumns + 1));
    const std::vector<std::uint64_t> expected(sizes.begin(), sizes.end());
    if (stored != expected) ++content.wrong_sizes;
  }
  return content;
}

/// The table is of this connection alone: it is in its temporary database.
Sum read_index(const Database& database) {
  Statement(database, kVocabulary).run();
  Sum tokens;
  Statement statement(database, "SELECT doc, col, offset, term FROM temp.index_tokens");
  for (Rows rows = statement.query(); rows.next();) {
    tokens.add(token(static_cast<std::uint64_t>(rows.integer(0)), column_number(rows.text(1)),
                     static_cast<std::uint64_t>(rows.integer(2)), rows.text(3)));
  }
  return tokens;
}

std::vector<std::uint64_t> stored_totals(const Database& database) {
  constexpr std::string_view kTotals = "SELECT block FROM papers_fts_data WHERE id = 1";
  return full_text_numbers(database.text(kTotals).value_or(""));
}

void add_if(bool wrong, std::string_view problem, std::vector<std::string>& problems) {
  if (wrong) problems.emplace_back(problem);
}

}  // namespace

std::vector<std::string> look_at_full_text(const Database& database) {
  std::vector<std::string> problems;
  const auto last_paper = database.integer("SELECT max(rowid) FROM papers");
  const auto last_size = database.integer("SELECT max(id) FROM papers_fts_docsize");
  add_if(last_paper != last_size, "does not hold the papers stored last", problems);
  // Reads the settings, the structure and the pages of one word.
  database.integer(
      "SELECT count(*) FROM (SELECT 1 FROM papers_fts WHERE papers_fts MATCH 'the'"
      " LIMIT 1)");
  add_if(stored_totals(database).size() != kColumns + 1 && last_paper.has_value(),
         "has lost its totals", problems);
  return problems;
}

std::vector<std::string> check_full_text(const Database& database) {
  std::vector<std::string> problems = look_at_full_text(database);
  const Content content = read_content(database);
  add_if(read_index(database) != content.tokens, "does not hold the words of the papers", problems);
  add_if(content.wrong_sizes > 0, "has other sizes than its papers", problems);
  const auto sizes = database.integer("SELECT count(*) FROM papers_fts_docsize").value_or(0);
  add_if(static_cast<std::uint64_t>(sizes) != content.papers, "holds papers that are gone",
         problems);
  std::vector<std::uint64_t> totals = {content.papers};
  totals.insert(totals.end(), content.totals.begin(), content.totals.end());
  add_if(content.papers > 0 && stored_totals(database) != totals, "has wrong totals", problems);
  add_if(!full_text_pages_agree(database), "has pages that a search would not find", problems);
  return problems;
}

}  // namespace mirror
