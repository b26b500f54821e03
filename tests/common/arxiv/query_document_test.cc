#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "common/arxiv/query.h"

namespace {

TEST_CASE("the document names every reason of a live route as the program does") {
  std::ifstream file(TEST_DATA "/../../docs/query-language.md");
  std::stringstream document;
  document << file.rdbuf();
  std::string table;
  for (const arxiv::LiveRouteRule& rule : arxiv::live_route_rules()) {
    const std::string example = rule.example.empty() ? "hundreds of nested operators"
                                                     : "`" + std::string(rule.example) + "`";
    table +=
        "| `" + std::string(rule.name) + "` | " + example + " | " + std::string(rule.what) + " |\n";
  }
  CHECK(document.str().find("|---|---|---|\n" + table + "\n") != std::string::npos);
}

}  // namespace
