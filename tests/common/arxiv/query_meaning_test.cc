/// Random queries, answered twice: by a reading of arXiv's grammar written down here and by SQLite
/// from what the query was translated to.

#include <array>
#include <cstdint>
#include <random>

#include <doctest/doctest.h>

#include "common/arxiv/authors.h"
#include "common/arxiv/query.h"
#include "tests/common/arxiv/fts_table.h"

using namespace arxiv;

namespace {

/// A set of papers, one bit each.
using Papers = std::uint64_t;
constexpr unsigned kPapers = 64;

constexpr std::string_view kWords[] = {"amber", "birch", "cedar", "dunes"};
constexpr std::string_view kNames[] = {"Elm", "Fjørd"};
constexpr std::string_view kCodes[] = {"cs.LG", "math.AG", "hep-th"};

template <std::size_t size>
using Sets = std::array<Papers, size>;

Papers bit(unsigned paper) {
  return Papers{1} << paper;
}

/// Which of 64 papers have each word in the title, each name, each code, each month.
class Library {
 public:
  explicit Library(std::mt19937& random) {
    for (unsigned paper = 0; paper < kPapers; ++paper) {
      const std::string title = draw(kWords, words, paper, random);
      table.add(title, fold_author(draw(kNames, names, paper, random)));
      draw(kCodes, codes, paper, random);
      months[random() % 4] |= bit(paper);
    }
  }

  /// The papers that the mirror finds for `query`.
  Papers find(const MirrorQuery& query) const {
    Papers found = query.match.empty() ? ~Papers{0} : 0;
    if (!query.match.empty()) {
      for (const long long row : table.match(query.match))
        found |= bit(unsigned(row) - 1);
    }
    for (const CategoryGroup& group : query.groups)
      found &= in_group(group);
    return query.window ? found & in_window(*query.window) : found;
  }

  testing::FtsTable table;
  Sets<4> words{};
  Sets<2> names{};
  Sets<3> codes{};
  Sets<4> months{};  ///< of 2024; the papers were submitted in the middle of theirs

 private:
  template <std::size_t size>
  static std::string draw(const std::string_view (&texts)[size], Sets<size>& sets, unsigned paper,
                          std::mt19937& random) {
    std::string drawn;
    for (std::size_t i = 0; i < size; ++i) {
      if (random() % 2 == 0) continue;
      sets[i] |= bit(paper);
      drawn.append(texts[i]).append(" ");
    }
    return drawn;
  }

  Papers in_group(const CategoryGroup& group) const {
    Papers found = 0;
    for (std::size_t i = 0; i < std::size(kCodes); ++i) {
      for (const std::string& code : group)
        found |= code == kCodes[i] ? codes[i] : 0;
    }
    return found;
  }

  Papers in_window(const DateWindow& window) const {
    Papers found = 0;
    for (std::size_t i = 0; i < months.size(); ++i) {
      const std::string published = "2024-0" + std::to_string(i + 1) + "-15T12:00:00.000Z";
      if (window.from <= published && published <= window.to) found |= months[i];
    }
    return found;
  }
};

/// A query and what it means.
struct Meaning {
  std::string text;
  Papers papers;
};

/// Writes random queries and works out what arXiv's grammar makes of them.
class Author {
 public:
  Author(const Library& library, std::mt19937& random) : library_(library), random_(random) {}

  /// Operands joined by operators that group to the right.
  Meaning expression(int depth) {
    Meaning meaning = operand(depth);
    for (unsigned more = pick(4); more > 0; --more) {
      const Meaning left = operand(depth);
      const std::string joint = kJoints[pick(5)];
      meaning = {left.text + joint + meaning.text, joined(left.papers, joint, meaning.papers)};
    }
    return meaning;
  }

 private:
  static constexpr const char* kJoints[] = {" AND ", " OR ", " ANDNOT ", " AND NOT ", " "};

  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

  static Papers joined(Papers left, std::string_view joint, Papers right) {
    if (joint == " AND ") return left & right;
    if (joint == " OR " || joint == " ") return left | right;
    return left & ~right;
  }

  Meaning operand(int depth) {
    if (depth > 0 && pick(2) == 0) {
      const Meaning inner = expression(depth - 1);
      return {"(" + inner.text + ")", inner.papers};
    }
    const unsigned word = pick(4);
    const unsigned name = pick(2);
    const unsigned code = pick(3);
    const unsigned month = pick(4);
    switch (pick(7)) {
      case 0:
        return {"ti:" + std::string(kWords[word]), library_.words[word]};
      case 1:
        return {(pick(2) == 0 ? "" : "au:") + std::string(kNames[name]), library_.names[name]};
      case 2:
        return {"cat:" + std::string(kCodes[code]), library_.codes[code]};
      case 3:
        return {"submittedDate:[20240" + std::to_string(month + 1) + "010000 TO 20240" +
                    std::to_string(month + 1) + "282359]",
                library_.months[month]};
      default:
        return {std::string(kWords[word]), library_.words[word]};
    }
  }

  const Library& library_;
  std::mt19937& random_;
};

}  // namespace

TEST_CASE("the mirror answers what arXiv's grammar means, or does not answer") {
  std::mt19937 random(7);
  const Library library(random);
  Author author(library, random);
  int answered = 0;
  int filtered = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Meaning meaning = author.expression(i % 4);
    const TranslatedQuery query = translate_query(meaning.text);
    if (query.live) continue;
    ++answered;
    filtered += query.mirror.groups.empty() && !query.mirror.window ? 0 : 1;
    if (library.find(query.mirror) == meaning.papers) continue;
    CAPTURE(meaning.text);
    CAPTURE(query.mirror.match);
    FAIL("the mirror finds other papers");
  }
  CHECK(answered > 2500);
  CHECK(filtered > 500);
}
