#include "mirrorctl/search.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirrorctl::SearchOptions;

struct Mirror {
  testing::TempDir folder;
  base::Settings settings;

  Mirror() {
    settings.mirror_path = folder / "mirror.db";
    testing::MirrorFile file(settings.mirror_path);
    file.put({.id = "2401.00001",
              .title = "Graphs of graphs",
              .authors = "Ada Quill, Bo Reed, Cy Stone, Di Thorn"});
    file.put({.id = "math/0309136", .title = "A graph", .categories = "math.CO cs.DM"});
    file.complete();
  }
};

mirror::SearchPage found(const Mirror& mirror, const SearchOptions& options) {
  const arxiv::TranslatedQuery query = mirrorctl::translate(options);
  mirrorctl::require_mirror_route(query);
  mirror::Reader reader = mirrorctl::open_mirror(mirror.settings);
  return reader.search(mirrorctl::request_for(options, query.mirror), base::Deadline::never(), {});
}

TEST_CASE("what is found is a table, and JSON") {
  const Mirror mirror;
  SearchOptions options;
  options.query = "ti:graphs";
  const mirror::SearchPage page = found(mirror, options);
  CHECK(mirrorctl::search_text(options, page, 0) ==
        "1 paper; 1 to 1\n"
        "\n"
        "Paper         Submitted   Category  Title and authors\n"
        "2401.00001v1  2024-01-22  cs.LG     Graphs of graphs\n"
        "                                      Ada Quill and 3 others\n");
  const std::string text = mirrorctl::search_json(options, page);
  CHECK(text.rfind(R"({"total":1,"total_is_lower_bound":false,"start":0,"papers":[{"id":)"
                   R"("2401.00001v1","title":"Graphs of graphs","authors":["Ada Quill",)",
                   0) == 0);
  CHECK(text.back() == '\n');
}

TEST_CASE("no text of a paper moves the terminal's cursor") {
  mirror::SearchPage page;
  page.total = 1;
  page.papers.resize(1);
  page.papers[0].id = "2401.00001v1";
  page.papers[0].title = "a\x1b[31mred\x07";
  page.papers[0].authors = {"A\rB"};
  const std::string text = mirrorctl::search_text({}, page, 0);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  CHECK(text.find('\r') == std::string::npos);
}

TEST_CASE("parameters narrow a search, and nothing found is said so") {
  const Mirror mirror;
  SearchOptions options;
  options.query = "graph OR graphs";
  options.sort = "submitted";
  CHECK(found(mirror, options).total == 2);
  options.category = "math.CO";
  CHECK(found(mirror, options).papers.at(0).id == "math/0309136v1");
  options.from = "2024-02-01";
  CHECK(mirrorctl::search_text(options, found(mirror, options), 80) == "0 papers\n");
}

TEST_CASE("what cannot be searched for is the command line's fault, a missing mirror is not") {
  Mirror mirror;
  const auto code_of = [&](const SearchOptions& options) {
    try {
      found(mirror, options);
    } catch (const base::Fault& fault) {
      return fault.code();
    }
    return base::Code::kInternalError;
  };
  SearchOptions options;
  options.query = "ti:the";
  CHECK(code_of(options) == base::Code::kInvalidParams);
  options.query = "graph";
  options.category = "cs.lg";
  CHECK(code_of(options) == base::Code::kInvalidParams);
  options.category.clear();
  options.to = "2024-02-30";
  CHECK(code_of(options) == base::Code::kInvalidParams);
  options.to.clear();
  mirror.settings.mirror_path = mirror.folder / "none.db";
  CHECK(code_of(options) == base::Code::kDatabase);
}

TEST_CASE("a query that is explained does not steer the terminal") {
  mirrorctl::SearchOptions options;
  options.query = "ti:\x1B[31mred AND au:b\x07";
  const std::string text = mirrorctl::explain_query(options, mirrorctl::translate(options));
  CHECK(text.find("red") != std::string::npos);
  for (const char c : text)
    CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
}

TEST_CASE("a query is explained by its tree, its filters and its route") {
  SearchOptions options;
  options.query = "(ti:graph OR x1) AND cat:cs.LG";
  options.from = "2024-02-01";
  options.to = "2024-02-02";
  CHECK(mirrorctl::explain_query(options, mirrorctl::translate(options)) ==
        "Query: (ti:graph OR x1) AND cat:cs.LG\n"
        "Tree:\n"
        "  AND\n"
        "    OR\n"
        "      ti:graph\n"
        "      x1\n"
        "    cat:cs.LG\n"
        "Route: mirror\n"
        "Text:  (title:\"graph\" OR \"x1\")\n"
        "One of: cs.LG\n"
        "Submitted: 2024-02-01T00:00:00.000Z to 2024-02-03T00:00:00.000Z\n"
        "Asked of arXiv: ((ti:graph OR x1) AND cat:cs.LG) AND submittedDate:[202402010000 TO "
        "202402030000]\n");
  SearchOptions live;
  live.query = "ti:the";
  const std::string text = mirrorctl::explain_query(live, mirrorctl::translate(live));
  CHECK(text.find("Route: live (stopword), because one of its terms") != std::string::npos);
  CHECK(text.find("Tree") == std::string::npos);
}

TEST_CASE("a deep tree stays short") {
  SearchOptions options;
  for (int i = 0; i < 5000; ++i)
    options.query += "(a" + std::to_string(i) + " AND ";
  options.query += "z1" + std::string(5000, ')');
  const std::string text = mirrorctl::explain_query(options, mirrorctl::translate(options));
  CHECK(text.size() < 100 * options.query.size());
}

TEST_CASE("the statements of a search are listed with their plans") {
  const Mirror mirror;
  SearchOptions options;
  options.query = "ti:graph";
  mirror::Reader reader = mirrorctl::open_mirror(mirror.settings);
  const auto request = mirrorctl::request_for(options, mirrorctl::translate(options).mirror);
  const std::string text =
      mirrorctl::explain_statements(reader.explain(request, base::Deadline::never(), {}));
  CHECK(text.rfind("Found: 1\n\n", 0) == 0);
  CHECK(text.find(" ms\n  SELECT ") != std::string::npos);
  CHECK(text.find("\n    SEARCH papers USING INTEGER PRIMARY KEY (rowid=?)\n") !=
        std::string::npos);
}

}  // namespace
