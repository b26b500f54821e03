#include "mcpd/live/api_query.h"

#include <doctest/doctest.h>

namespace {

using live::Found;
using live::SearchQuestion;
using Words = std::vector<std::string>;

constexpr const char* kBase = "http://h/api";

std::vector<arxiv::PaperId> ids_of(const Words& texts) {
  std::vector<arxiv::PaperId> ids;
  for (const std::string& text : texts)
    ids.push_back(arxiv::parse_paper_id(text).value());
  return ids;
}

std::vector<arxiv::Paper> papers_of(const Words& ids) {
  std::vector<arxiv::Paper> papers;
  for (const std::string& id : ids)
    papers.emplace_back().id = id;
  return papers;
}

/// Each outcome in a word: the paper's id, `latest N` for a version not served, or nothing.
Words words(const std::vector<Found>& slots) {
  Words out;
  for (const Found& slot : slots) {
    out.push_back(slot.paper            ? slot.paper->id
                  : slot.latest_version ? "latest " + std::to_string(*slot.latest_version)
                                        : "");
  }
  return out;
}

TEST_CASE("item 42: addresses keep colons and commas and write a blank as %20") {
  CHECK(live::query_url(kBase, {{"search_query", "ti:\"a b\" AND (au:x*) [~!'-_.]+&\t\xC3\xA9"}}) ==
        "http://h/api/query?search_query="
        "ti:%22a%20b%22%20AND%20(au:x*)%20%5B~!'-_.%5D%2B%26%09%C3%A9");
  CHECK(live::lookup_url(kBase, ids_of({"2401.00001", "hep-th/9901001v1"})) ==
        "http://h/api/query?id_list=2401.00001,hep-th%2F9901001v1&max_results=2");
}

TEST_CASE("contract 4.1: a search's parameters in their order, with arXiv's words for the sorts") {
  using Sort = SearchQuestion::Sort;
  const struct {
    SearchQuestion question;
    const char* url;
  } kCases[] = {
      {{"all:x", Sort::kRelevance, false, 0, 10},
       "search_query=all:x&start=0&max_results=10&sortBy=relevance&sortOrder=descending"},
      {{"x", Sort::kSubmitted, true, 20, 50},
       "search_query=x&start=20&max_results=50&sortBy=submittedDate&sortOrder=ascending"},
      {{"x", Sort::kUpdated, false, 9999, 1},
       "search_query=x&start=9999&max_results=1&sortBy=lastUpdatedDate&sortOrder=descending"},
  };
  for (const auto& [question, url] : kCases)
    CHECK(live::search_url(kBase, question) == std::string("http://h/api/query?") + url);
}

TEST_CASE("item 3: a page is cut where arXiv's results end") {
  const struct {
    std::int64_t start, limit, size;
  } kCases[] = {{0, 10, 10},     {0, 50, 50},    {0, 51, 50},     {0, 10'000, 50}, {9'950, 50, 50},
                {9'980, 50, 20}, {9'999, 50, 1}, {10'000, 50, 0}, {10'001, 1, 0}};
  for (const auto& row : kCases) {
    CAPTURE(row.start);
    SearchQuestion question;
    question.start = row.start;
    question.limit = row.limit;
    CHECK(live::page_size(question) == row.size);
  }
}

TEST_CASE("items 49 and 50: each identifier gets its own paper, in the order asked for") {
  const struct {
    Words asked;
    Words offered;
    Words expected;  // "" where there is none
  } kCases[] = {
      // The feed's order is arXiv's own.
      {{"2401.00001", "2401.00002"},
       {"2401.00002v1", "2401.00001v4"},
       {"2401.00001v4", "2401.00002v1"}},
      // Without a version the highest one offered.
      {{"2401.00001"}, {"2401.00001v2", "2401.00001v10", "2401.00001v9"}, {"2401.00001v10"}},
      // A pin takes exactly its version.
      {{"2401.00001v2"}, {"2401.00001v3"}, {""}},
      // Two versions of one paper stay apart.
      {{"2401.00001v1", "2401.00001"},
       {"2401.00001v3", "2401.00001v1"},
       {"2401.00001v1", "2401.00001v3"}},
      {{"hep-th/9901001"}, {"hep-th/9901001v2"}, {"hep-th/9901001v2"}},
      {{"2401.00001", "2401.00003"}, {"2401.00001v1"}, {"2401.00001v1", ""}},
      {{"2401.00001"}, {}, {""}},
      {{"2401.00001"}, {"2401.00001"}, {"2401.00001"}},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.asked.front());
    CHECK(words(live::match_papers(ids_of(row.asked), papers_of(row.offered))) == row.expected);
  }
}

TEST_CASE("contract 4.6: which look-ups are repeated without version, and how pins then resolve") {
  const struct {
    Words asked;
    Words repeated;  // empty where the same list is sent again
    Words offered;
    Words expected;
  } kCases[] = {
      {{"2401.00001v1"}, {}, {}, {""}},
      {{"hep-th/9901001", "2401.00001v1"}, {}, {}, {"", ""}},
      {{"hep-th/9901001v1"}, {"hep-th/9901001"}, {"hep-th/9901001v3"}, {"latest 3"}},
      {{"hep-th/9901001v3"}, {"hep-th/9901001"}, {"hep-th/9901001v3"}, {"hep-th/9901001v3"}},
      // A version that does not exist yet has not been replaced.
      {{"hep-th/9901001v4"}, {"hep-th/9901001"}, {"hep-th/9901001v3"}, {""}},
      {{"hep-th/9901001v1"}, {"hep-th/9901001"}, {}, {""}},
      {{"2401.00001v1", "hep-th/9901001v1", "hep-th/9901001", "hep-th/9901001v2"},
       {"2401.00001v1", "hep-th/9901001"},
       {"hep-th/9901001v2", "2401.00001v1"},
       {"2401.00001v1", "latest 2", "hep-th/9901001v2", "hep-th/9901001v2"}},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.asked.front());
    const auto ids = ids_of(row.asked);
    CHECK(live::has_old_style_pin(ids) == !row.repeated.empty());
    if (row.repeated.empty()) continue;
    CHECK(live::without_old_style_pins(ids) == ids_of(row.repeated));
    CHECK(words(live::match_latest(ids, papers_of(row.offered))) == row.expected);
  }
}

}  // namespace
