#include "mcpd/live/api_client.h"

#include <doctest/doctest.h>

namespace {

using live::match_papers;
using live::query_url;

std::vector<arxiv::PaperId> ids_of(const std::vector<std::string>& texts) {
  std::vector<arxiv::PaperId> ids;
  for (const std::string& text : texts)
    ids.push_back(arxiv::parse_paper_id(text).value());
  return ids;
}

std::vector<arxiv::Paper> papers_of(const std::vector<std::string>& ids) {
  std::vector<arxiv::Paper> papers;
  for (const std::string& id : ids)
    papers.emplace_back().id = id;
  return papers;
}

TEST_CASE("addresses keep colons and commas and write a blank as %20") {
  CHECK(query_url("http://h/api",
                  {{"id_list", "2401.00001,hep-th/9901001v1"}, {"max_results", "2"}}) ==
        "http://h/api/query?id_list=2401.00001,hep-th%2F9901001v1&max_results=2");
  CHECK(query_url("http://h/api", {{"search_query", "ti:\"a b\" AND (au:x*)"}}) ==
        "http://h/api/query?search_query=ti:%22a%20b%22%20AND%20(au:x*)");
}

TEST_CASE("each identifier gets its own paper, in the order asked for") {
  const struct {
    std::vector<std::string> asked;
    std::vector<std::string> offered;
    std::vector<std::string> expected;  // "" where there is none
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
    const auto slots = match_papers(ids_of(row.asked), papers_of(row.offered));
    REQUIRE(slots.size() == row.expected.size());
    for (std::size_t at = 0; at < slots.size(); ++at)
      CHECK((slots[at] ? slots[at]->id : "") == row.expected[at]);
  }
}

}  // namespace
