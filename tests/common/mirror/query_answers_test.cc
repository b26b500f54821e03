/// Queries as an agent writes them, from their text to the papers found (contract 13, items 18 to
/// 40).

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/arxiv/query.h"
#include "tests/common/mirror/search_model.h"
#include "tests/support/temp_dir.h"

namespace {

using Ids = std::vector<std::string>;

constexpr const char* kLive = "live";

struct Answers {
  testing::TempDir folder;
  std::optional<mirror::Reader> reader;

  Answers() {
    testing::MirrorFile file(folder / "mirror.db");
    file.put({.id = "1",
              .title = "Alpha beta",
              .authors = "Łukasz Kaiser, Peter Hinton-Smith",
              .categories = "cs.LG stat.ML",
              .comment = "12 pages"});
    file.put({.id = "2",
              .title = "Alpha gamma of Łukasz",
              .authors = "A. Müller",
              .abstract = "State-of-the-art transformers",
              .categories = "math.NA math-ph"});
    file.put({.id = "3",
              .title = "Beta gamma",
              .authors = "B. Other",
              .abstract = "lower and upper",
              .categories = "eess.SY"});
    file.put({.id = "4", .title = "Alpha beta gamma", .categories = "alg-geom"});
    file.put({.id = "5", .title = "Delta", .categories = "cs.NA"});
    file.complete();
    reader = std::move(mirror::Reader::open(folder / "mirror.db", std::chrono::minutes(5)).reader);
    REQUIRE(reader);
  }

  Ids find(std::string_view query, std::string_view category = "") {
    const auto translated = arxiv::translate_search(query, category, "", "");
    if (translated.live) return {kLive};
    const mirror::SearchRequest request{translated.mirror, mirror::SearchRequest::Sort::kSubmitted,
                                        true, 0, 50};
    return testing::ids_of(reader->search(request, base::Deadline::never(), {}));
  }
};

TEST_CASE("what each kind of query finds on the mirror") {
  struct Row {
    int item;  ///< of the contract's list
    const char* query;
    Ids ids;
  };
  const Row rows[] = {
      {18, "delta gamma", {"2", "3", "4", "5"}},
      {19, "alpha AND beta OR gamma", {"1", "2", "4"}},
      {19, "delta OR alpha AND gamma", {"2", "4", "5"}},
      {20, "alpha ANDNOT beta AND gamma", {"1", "2"}},
      {21, "lower or upper", {kLive}},
      {21, "lower andnot", {"3"}},
      {22, "alpha AND NOT beta", {"2"}},
      {22, "alpha ANDNOT beta", {"2"}},
      {23, "alpha ANDNOT cat:cs.LG", {kLive}},
      {23, "cat:math.NA AND alpha ANDNOT beta", {"2"}},
      {24, "cat:cs.LG cat:eess.SY", {"1", "3"}},
      {24, "cat:cs.LG AND cat:stat.ML", {"1"}},
      {24, "cat:cs.LG AND cat:eess.SY", {}},
      {26, "cat:cs", {"1", "2", "3"}},
      {27, "cat:math AND au:muller", {"2"}},
      {28, "cat:cs.NA", {"2"}},
      {28, "cat:math.NA", {"2"}},
      {29, "cat:alg-geom", {"4"}},
      {29, "cat:math.AG", {}},
      {30, "cat:zzz.*", {kLive}},
      {30, "cat:zzz", {}},
      {31, "cat:\"cs.LG stat.ML\"", {}},
      {32, "au:\"hinton g\"", {kLive}},
      {32, "au:O'Brien", {kLive}},
      {32, "au:Hinton-Smith", {"1"}},
      {33, "au:Lukasz", {"1"}},
      {33, "ti:Lukasz", {}},
      {34, "Łukasz", {"1", "2"}},
      {35, "au:Muller", {"2"}},
      {36, "transformer", {}},
      {37, "state", {}},
      {37, "state-of-the-art", {"2"}},
      {38, "co:\"12 pages\"", {"1"}},
      {38, "co:\"pages 12\"", {}},
      {40, "id:1", {kLive}},
      {40, "rn:LA-1", {kLive}},
      {40, "lastUpdatedDate:[202401010000 TO 202402010000]", {kLive}},
  };
  Answers answers;
  for (const Row& row : rows) {
    CAPTURE(row.item);
    CAPTURE(row.query);
    CHECK(answers.find(row.query) == row.ids);
  }
}

TEST_CASE("item 25: the category parameter intersects with the query's own") {
  Answers answers;
  CHECK(answers.find("cat:cs.LG", "stat.ML") == Ids{"1"});
  CHECK(answers.find("cat:cs.LG", "eess.SY").empty());
}

TEST_CASE("item 39: a thousand parentheses are read as one") {
  Answers answers;
  CHECK(answers.find(std::string(1'000, '(') + "delta" + std::string(1'000, ')')) == Ids{"5"});
}

}  // namespace
