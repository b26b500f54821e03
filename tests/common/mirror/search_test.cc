#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/common/mirror/search_model.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::SearchRequest;
using testing::PaperRow;
using Sort = mirror::SearchRequest::Sort;

constexpr std::chrono::milliseconds kLease{300'000};

mirror::Reader open(const std::string& path) {
  mirror::Reader::Opened opened = mirror::Reader::open(path, kLease);
  REQUIRE(opened.reader);
  return std::move(*opened.reader);
}

mirror::SearchPage search(mirror::Reader& reader, const SearchRequest& request) {
  return reader.search(request, base::Deadline::never(), std::stop_token());
}

using Random = std::mt19937;

template <class Values>
const auto& pick(Random& random, const Values& values) {
  return values[std::uniform_int_distribution<std::size_t>(0, std::size(values) - 1)(random)];
}

constexpr const char* kWords[] = {"alpha", "beta", "gamma", "delta", "epsilon"};
constexpr const char* kCodes[] = {"cs.LG", "cs.AI", "math.AG", "hep-th", "stat.ML", "math"};
// Few instants, so that ties are common; the second revision below may precede its submission.
constexpr const char* kInstants[] = {
    "2023-12-31T23:59:59.000Z", "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:01.000Z",
    "2024-02-10T12:00:00.000Z", "2024-03-01T00:00:00.000Z", "2024-03-01T00:00:01.000Z",
};

std::string some(Random& random, const auto& values, int at_most) {
  std::string text = pick(random, values);
  for (int i = std::uniform_int_distribution(0, at_most - 1)(random); i > 0; --i)
    text += " " + std::string(pick(random, values));
  return text;
}

std::vector<PaperRow> random_rows(Random& random, int count) {
  std::vector<PaperRow> rows;
  for (int i = 0; i < count; ++i) {
    PaperRow row;
    // Identifiers descend while row numbers ascend, so the two ties differ.
    row.id = "2401." + std::to_string(99'999 - i);
    row.title = some(random, kWords, 4);
    row.categories = some(random, kCodes, 3);
    row.published = pick(random, kInstants);
    row.updated = pick(random, kInstants);
    rows.push_back(row);
  }
  return rows;
}

SearchRequest random_request(Random& random) {
  SearchRequest request;
  const auto chance = [&] { return std::uniform_int_distribution(0, 1)(random) == 1; };
  const bool term = chance();
  if (term) request.query.match = pick(random, kWords);
  for (int i = std::uniform_int_distribution(0, 3)(random); i > 0; --i) {
    arxiv::CategoryGroup group;
    for (int k = std::uniform_int_distribution(1, 3)(random); k > 0; --k)
      group.emplace_back(pick(random, kCodes));
    request.query.groups.push_back(group);
  }
  if (chance()) request.query.window = {pick(random, kInstants), pick(random, kInstants)};
  constexpr Sort kSorts[] = {Sort::kRelevance, Sort::kSubmitted, Sort::kUpdated};
  request.sort = term ? kSorts[1 + chance()] : pick(random, kSorts);
  request.ascending = chance();
  request.start = std::uniform_int_distribution(0, 20)(random);
  request.limit = std::uniform_int_distribution(1, 50)(random);
  return request;
}

TEST_CASE("searches of every shape agree with a plain reading of the rows") {
  Random random(20'240'122);
  for (int corpus = 0; corpus < 6; ++corpus) {
    const testing::TempDir folder;
    testing::MirrorFile file(folder / "mirror.db");
    const std::vector<PaperRow> rows = random_rows(random, 60);
    for (const PaperRow& row : rows)
      file.put(row);
    file.complete();
    file.use_search_aids(corpus % 2 == 0);
    mirror::Reader reader = open(folder / "mirror.db");
    for (int i = 0; i < 400; ++i) {
      const SearchRequest request = random_request(random);
      const testing::ModelAnswer expected = testing::model_search(rows, request);
      const mirror::SearchPage page = search(reader, request);
      CAPTURE(corpus);
      CAPTURE(i);
      CHECK(page.total == expected.total);
      CHECK(testing::ids_of(page) == expected.ids);
      CHECK(!page.total_is_lower_bound);
      CHECK(!page.match_reaches_cap);
    }
  }
}

// A file with a few papers, open for reading.
struct Library {
  testing::TempDir folder;
  explicit Library(const std::vector<PaperRow>& rows) {
    testing::MirrorFile file(folder / "mirror.db");
    for (const PaperRow& row : rows)
      file.put(row);
    file.complete();
  }
  std::vector<std::string> find(const arxiv::MirrorQuery& query, Sort sort = Sort::kRelevance,
                                bool ascending = false) const {
    mirror::Reader reader = open(folder / "mirror.db");
    return testing::ids_of(search(reader, {query, sort, ascending, 0, 50}));
  }
};

using Ids = std::vector<std::string>;

TEST_CASE("relevance is the best score first, ties by row number, whatever the direction") {
  const Library library({{.id = "2401.00004", .title = "quark and much else besides"},
                         {.id = "2401.00003", .title = "quark quark quark"},
                         {.id = "2401.00002", .title = "quark and much else besides"},
                         {.id = "2401.00001", .title = "nothing"}});
  const Ids expected = {"2401.00003", "2401.00004", "2401.00002"};
  CHECK(library.find({"\"quark\"", {}, {}}) == expected);
  CHECK(library.find({"\"quark\"", {}, {}}, Sort::kRelevance, true) == expected);
  CHECK(library.find({"\"quark\"", {{"cs.LG"}}, {}}) == expected);
}

TEST_CASE("a term is a word, a phrase, one of a field, or a compound of these") {
  const Library library(
      {{.id = "2401.00001",
        .title = "Deep learning",
        .authors = "A. Hinton",
        .comment = "12 pages"},
       {.id = "2401.00002", .title = "Learning deep things", .journal_ref = "Nature 5"},
       {.id = "2401.00003", .title = "State-of-the-art", .abstract = "On M\xC3\xBCller cells"}});
  struct Case {
    const char* match;
    Ids ids;
  };
  const Case cases[] = {
      {"\"deep learning\"", {"2401.00001"}},
      {"(\"deep\" AND \"learning\")", {"2401.00001", "2401.00002"}},
      {"(\"learning\" NOT title:\"things\")", {"2401.00001"}},
      {"(authors:\"hinton\" OR journal_ref:\"nature\")", {"2401.00001", "2401.00002"}},
      {"comment:\"12 pages\"", {"2401.00001"}},
      {"comment:\"pages 12\"", {}},
      {"\"state\"", {}},
      {"\"state-of-the-art\"", {"2401.00003"}},
      {"abstract:\"Muller\"", {"2401.00003"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.match);
    CHECK(library.find({one.match, {}, {}}, Sort::kSubmitted, true) == one.ids);
  }
}

TEST_CASE("window bounds are instants, both inclusive") {
  const Library library({{.id = "2403.00001", .published = "2024-03-09T23:59:59.000Z"},
                         {.id = "2403.00002", .published = "2024-03-10T00:00:00.000Z"},
                         {.id = "2403.00003", .published = "2024-03-10T23:59:30.000Z"},
                         {.id = "2403.00004", .published = "2024-03-11T00:00:00.000Z"},
                         {.id = "2403.00005", .published = "2024-03-11T00:00:01.000Z"}});
  const arxiv::DateWindow day{"2024-03-10T00:00:00.000Z", "2024-03-11T00:00:00.000Z"};
  const Ids inside = {"2403.00002", "2403.00003", "2403.00004"};
  CHECK(library.find({"", {}, day}, Sort::kSubmitted, true) == inside);
  CHECK(library.find({"", {{"cs.LG"}}, day}, Sort::kSubmitted, true) == inside);
  CHECK(library.find({"\"title\"", {}, day}, Sort::kSubmitted, true) == inside);
  const arxiv::DateWindow next{"2024-03-11T00:00:00.000Z", "2024-03-12T00:00:00.000Z"};
  CHECK(library.find({"", {}, next}, Sort::kSubmitted, true) == Ids{"2403.00004", "2403.00005"});
  CHECK(library.find({"", {}, arxiv::intersect(day, {"2025", "2026"})}).empty());
}

TEST_CASE("a code is a whole word of the stored list, and one with a blank names nothing") {
  const Library library({{.id = "2401.00001", .categories = "math.AG cs.LG"},
                         {.id = "2401.00002", .categories = "math"}});
  for (const std::string match : {"", "\"title\""}) {
    CAPTURE(match);
    CHECK(library.find({match, {{"math"}}, {}}) == Ids{"2401.00002"});
    CHECK(library.find({match, {{"math.AG cs.LG"}}, {}}).empty());
    CHECK(library.find({match, {{"MATH"}}, {}}).empty());
    CHECK(library.find({match, {{"cs.LG"}, {"math.AG", "math"}}, {}}) == Ids{"2401.00001"});
    CHECK(library.find({match, {{"cs.LG"}, {"hep-th"}}, {}}).empty());
    CHECK(library.find({match, {{}}, {}}).empty());
  }
}

TEST_CASE("a page past the end is empty and still counts") {
  const Library library({{.id = "2401.00001"}, {.id = "2401.00002"}});
  mirror::Reader reader = open(library.folder / "mirror.db");
  for (const char* match : {"", "\"title\""}) {
    const mirror::SearchPage page =
        search(reader, {{match, {{"cs.LG"}}, {}}, Sort::kSubmitted, false, 10'000, 50});
    CHECK(page.papers.empty());
    CHECK(page.total == 2);
  }
}

TEST_CASE("what was counted is counted anew once the file has changed") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001", .categories = "cs.LG math.AG"});
  file.complete();
  mirror::Reader reader = open(folder / "mirror.db");
  const arxiv::MirrorQuery queries[] = {
      {"", {{"cs.LG"}}, {}},
      {"", {{"cs.LG", "cs.AI"}}, {}},
      {"", {{"cs.LG"}, {"math.AG"}}, {}},
      {"", {}, arxiv::DateWindow{"2024", "2025"}},
      {"", {{"cs.LG"}}, arxiv::DateWindow{"2024", "2025"}},
  };
  for (int papers = 1; papers <= 3; ++papers) {
    for (const arxiv::MirrorQuery& query : queries) {
      for (int again = 0; again < 2; ++again) {
        CHECK(search(reader, {query}).total == papers);
        CHECK(search(reader, {query, Sort::kUpdated}).papers.size() ==
              static_cast<std::size_t>(papers));
        CHECK(search(reader, {query, Sort::kSubmitted, true, papers}).papers.empty());
      }
    }
    file.put({.id = "2401.0001" + std::to_string(papers), .categories = "cs.LG math.AG"});
  }
}

TEST_CASE("the papers' own rows are read for filters only where the search aids are not whole") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  for (int i = 0; i < 20; ++i)
    file.put({.id = "2401.000" + std::to_string(10 + i), .categories = i < 9 ? "cs.AI" : "cs.LG"});
  file.complete();
  mirror::Reader reader = open(folder / "mirror.db");
  const auto rows_asked = [&](const char* table, Sort sort) {
    std::int64_t rows = 0;
    for (const mirror::TracedStatement& traced :
         reader.explain({{"\"title\"", {{"cs.AI"}}, {}}, sort}, base::Deadline::never(), {})
             .statements) {
      if (traced.sql.find(std::string("CROSS JOIN ") + table) != std::string::npos)
        rows += traced.rows;
    }
    return rows;
  };
  for (const bool whole : {true, false, true}) {
    file.use_search_aids(whole);
    for (const Sort sort : {Sort::kRelevance, Sort::kSubmitted}) {
      CHECK(rows_asked("paper_filters", sort) == (whole ? 9 : 0));
      CHECK(rows_asked("papers", sort) == (whole ? 0 : 9));
    }
  }
}

TEST_CASE("search aids of another version, without a part or of another shape are left alone") {
  const char* changes[] = {"UPDATE search_aids SET version = version + 1",
                           "DELETE FROM search_aids", "DROP TABLE search_aids",
                           "DROP TRIGGER paper_filters_au",
                           "ALTER TABLE search_aids RENAME COLUMN filled_to TO filled"};
  for (const char* change : changes) {
    CAPTURE(change);
    const testing::TempDir folder;
    testing::MirrorFile file(folder / "mirror.db");
    file.put({.id = "2401.00001"});
    file.execute("UPDATE paper_filters SET categories = 'none'");
    file.execute(change);
    file.complete();
    mirror::Reader reader = open(folder / "mirror.db");
    CHECK(search(reader, {{"\"title\"", {{"cs.LG"}}, {}}}).total == 1);
  }
}

TEST_CASE("an expression FTS5 cannot read is told apart by its code") {
  const Library library({{.id = "2401.00001"}});
  mirror::Reader reader = open(library.folder / "mirror.db");
  for (const char* match : {"\"unterminated", "nosuchcolumn:\"a\"", "AND"}) {
    CAPTURE(match);
    try {
      search(reader, {{match, {}, {}}});
      FAIL("no fault");
    } catch (const base::Fault& fault) {
      CHECK(fault.reason() == "unsupported_query_syntax");
    }
  }
  CHECK(search(reader, {{"\"title\"", {}, {}}}).total == 1);
}

}  // namespace
