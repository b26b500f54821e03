#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "common/mirror/read_only.h"
#include "common/mirror/search.h"
#include "tests/common/mirror/search_model.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::kMatchCap;
using mirror::SearchRequest;
using testing::PaperRow;
using Sort = mirror::SearchRequest::Sort;

std::string instant(std::int64_t seconds) {
  constexpr std::int64_t kStart = 1'600'000'000;
  return base::to_iso(base::WallTime(std::chrono::seconds(kStart + seconds)));
}

// More papers than the cap: the word and the code `all` have each, the word `capped` has as many as
// the cap, `under` one less, and the codes `even` and `odd` share them. The last seven papers are
// the last submitted. One in a thousand was revised before it was submitted.
std::vector<PaperRow> make_rows() {
  std::vector<PaperRow> rows;
  for (std::int64_t i = 0; i < kMatchCap + 7; ++i) {
    PaperRow row;
    row.id = "2009." + std::to_string(100'000 + i);
    row.title = std::string("all") + (i < kMatchCap ? " capped" : "") +
                (i < kMatchCap - 1 ? " under" : "") + (i % 50 == 0 ? " rare" : "");
    row.categories =
        std::string("all") + (i % 2 == 0 ? " even" : " odd") + (i % 50 == 0 ? " rare" : "");
    row.abstract = row.authors = "";
    row.published = instant(i < kMatchCap ? i * 7919 % 30'011 : 30'011);
    row.updated = instant(i % 1000 == 3 ? i % 30'011 - 40'000 : i * 104'729 % 90'001 + 30'011);
    rows.push_back(row);
  }
  return rows;
}

struct LargeFile {
  testing::TempDir folder;
  std::vector<PaperRow> rows = make_rows();
  testing::MirrorFile file{folder / "mirror.db"};
  std::optional<mirror::Reader> reader;
  LargeFile() {
    file.fill(rows);
    file.complete();
    file.checkpoint();
    reader = mirror::Reader::open(folder / "mirror.db", std::chrono::minutes(5)).reader;
    REQUIRE(reader);
  }
  void use_search_aids(bool use) { file.use_search_aids(use); }
  mirror::SearchPage search(const SearchRequest& request) {
    return reader->search(request, base::Deadline::never(), std::stop_token());
  }
};

// Built once: it takes a while.
LargeFile& large_file() {
  static LargeFile file;
  return file;
}

struct Case {
  const char* name;
  arxiv::MirrorQuery query;
  bool is_lower_bound;
  bool match_reaches_cap = false;
};

const std::vector<Case>& cases() {
  static const arxiv::DateWindow kWide{instant(0), instant(30'011)};
  static const arxiv::DateWindow kAtCap{instant(0), instant(30'010)};
  static const arxiv::DateWindow kUnderCap{instant(1), instant(30'010)};
  static const arxiv::DateWindow kNarrow{instant(100), instant(900)};
  static const std::vector<Case> kCases = {
      {"a term under the cap", {"\"under\"", {}, {}}, false},
      {"a term at the cap", {"\"capped\"", {}, {}}, true, true},
      {"a term over the cap", {"\"all\"", {}, {}}, true, true},
      {"a term over the cap, few left", {"\"all\"", {{"rare"}}, {}}, false, true},
      {"one code over the cap", {"", {{"all"}}, {}}, false},
      {"one code over the cap, wide window", {"", {{"all"}}, kWide}, false},
      {"one code over the cap, narrow window", {"", {{"all"}}, kNarrow}, false},
      {"several codes at the cap", {"", {{"even", "odd"}}, kAtCap}, true},
      {"several codes under the cap", {"", {{"even", "odd"}}, kUnderCap}, false},
      {"several codes over the cap, wide window", {"", {{"even", "odd"}}, kWide}, true},
      {"several codes, narrow window", {"", {{"even", "odd"}}, kNarrow}, false},
      {"a window over the cap", {"", {}, kWide}, true},
      {"a narrow window", {"", {}, kNarrow}, false},
      {"groups over the cap", {"", {{"all"}, {"even", "odd"}}, {}}, true},
      {"groups over the cap, wide window", {"", {{"all"}, {"even", "odd"}}, kWide}, true},
      {"groups with a small driver", {"", {{"all"}, {"even", "odd"}, {"rare"}}, kWide}, false},
      {"groups with a small driver at any time",
       {"", {{"all"}, {"even", "odd"}, {"rare"}}, {}},
       false},
      {"groups that never meet", {"", {{"even"}, {"odd"}}, {}}, false},
  };
  return kCases;
}

// The model takes a bare word where the mirror takes an expression.
SearchRequest for_model(SearchRequest request) {
  std::string& match = request.query.match;
  if (!match.empty()) match = match.substr(1, match.size() - 2);
  return request;
}

TEST_CASE("counts stop at the cap where they may, and pages are right on both sides of it") {
  LargeFile& file = large_file();
  int searches = 0;  // of which one in three is without search aids
  for (const Case& one : cases()) {
    for (const Sort sort : {Sort::kSubmitted, Sort::kUpdated}) {
      for (const bool ascending : {false, true}) {
        const bool far = ascending == (sort == Sort::kUpdated);
        const SearchRequest request{one.query, sort, ascending, far ? 9'990 : 0, 20};
        CAPTURE(one.name);
        CAPTURE(static_cast<int>(sort));
        CAPTURE(ascending);
        const testing::ModelAnswer expected = testing::model_search(file.rows, for_model(request));
        file.use_search_aids(++searches % 3 != 0);
        const mirror::SearchPage page = file.search(request);
        CHECK(page.total == (one.is_lower_bound ? kMatchCap : expected.total));
        CHECK(page.total_is_lower_bound == one.is_lower_bound);
        CHECK(page.match_reaches_cap == one.match_reaches_cap);
        CHECK(testing::ids_of(page) == expected.ids);
      }
    }
  }
}

TEST_CASE("where a term at the cap goes to arXiv it is counted and no more") {
  SearchRequest request{{"\"capped\"", {}, {}}};
  request.ends_at_cap = true;
  mirror::SearchPage page = large_file().search(request);
  CHECK(page.match_reaches_cap);
  CHECK(page.total == kMatchCap);
  CHECK(page.papers.empty());
  request.query.match = "\"under\"";
  page = large_file().search(request);
  CHECK(!page.match_reaches_cap);
  CHECK(page.papers.size() == 10);
}

// Counts the rows that all statements of a connection yield.
class RowCount {
 public:
  explicit RowCount(mirror::Database& database) : database_(database) {
    const auto count = [](unsigned, void* self, void*, void*) {
      ++static_cast<RowCount*>(self)->rows_;
      return 0;
    };
    sqlite3_trace_v2(database_.handle(), SQLITE_TRACE_ROW, count, this);
  }
  ~RowCount() { sqlite3_trace_v2(database_.handle(), 0, nullptr, nullptr); }
  RowCount(const RowCount&) = delete;
  RowCount& operator=(const RowCount&) = delete;
  int rows() const { return rows_; }

 private:
  mirror::Database& database_;
  int rows_ = 0;
};

TEST_CASE("a search reads no more than its smallest filter, or its page, asks for") {
  const arxiv::DateWindow narrow{instant(100), instant(900)};
  struct Work {
    const char* name;
    SearchRequest request;
    int most_rows;
  };
  const Work works[] = {
      {"the smallest group drives", {{"", {{"all"}, {"even", "odd"}, {"rare"}}, {}}}, 4'500},
      {"one code: the page alone", {{"", {{"all"}}, {}}, Sort::kUpdated}, 50},
      {"one code and a narrow window", {{"", {{"all"}}, narrow}, Sort::kUpdated}, 1'500},
      {"two codes and a narrow window", {{"", {{"even", "odd"}}, narrow}, Sort::kUpdated}, 1'500},
      {"a narrow window", {{"", {}, narrow}, Sort::kUpdated}, 1'500},
      {"a rare term", {{"\"rare\"", {{"all"}}, narrow}, Sort::kUpdated}, 1'100},
  };
  mirror::Database database = mirror::open_read_only(large_file().folder / "mirror.db");
  mirror::Statements statements(database);
  for (const Work& work : works) {
    CAPTURE(work.name);
    const RowCount count(database);
    CHECK(mirror::search_papers(statements, work.request).papers.size() == 10);
    CHECK(count.rows() > 0);
    CHECK(count.rows() <= work.most_rows);
  }
}

}  // namespace
