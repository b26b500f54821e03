#include "mcpd/tools/paper_format.h"

#include <doctest/doctest.h>

#include "mcpd/mcp/schema.h"
#include "mcpd/tools/enrichment.h"

namespace {

arxiv::Paper plain_paper() {
  arxiv::Paper paper;
  paper.id = "2401.00001v2";
  paper.title = "On \"sums\"";
  paper.authors = {"Ada Quill", "B. Reed"};
  paper.abstract = "We sum.";
  paper.primary_category = "math.NA";
  paper.categories = {"math.NA", "cs.LG"};
  paper.published = "2024-01-02T08:30:00Z";
  paper.updated = "2024-03-05T10:00:00Z";
  return paper;
}

arxiv::Paper full_paper() {
  arxiv::Paper paper = plain_paper();
  paper.comment = "12 pages";
  paper.journal_ref = "J. Ex. 12";
  paper.doi = "10.1000/x.1";
  return paper;
}

std::string json_of(const arxiv::Paper& paper) {
  json::Writer out;
  tools::write_paper(out, paper);
  return out.take();
}

TEST_CASE("the JSON form of a paper") {
  CHECK(json_of(full_paper()) ==
        R"({"id":"2401.00001v2","title":"On \"sums\"","authors":["Ada Quill","B. Reed"],)"
        R"("abstract":"We sum.","primary_category":"math.NA","categories":["math.NA","cs.LG"],)"
        R"("published":"2024-01-02T08:30:00Z","updated":"2024-03-05T10:00:00Z",)"
        R"("comment":"12 pages","journal_ref":"J. Ex. 12","doi":"10.1000/x.1",)"
        R"("pdf_url":"https://arxiv.org/pdf/2401.00001v2",)"
        R"("abstract_url":"https://arxiv.org/abs/2401.00001v2"})");
}

TEST_CASE("item 125: what a paper lacks is absent") {
  const std::string text = json_of(plain_paper());
  for (const char* name : {"comment", "journal_ref", "doi", "null", ":\"\""})
    CHECK(text.find(name) == std::string::npos);
}

TEST_CASE("both forms are valid against the schema") {
  const mcp::Schema schema(tools::kPaperSchema);
  for (const arxiv::Paper& paper : {plain_paper(), full_paper()})
    CHECK(schema.validate(*json::parse(json_of(paper))).count == 0);
}

TEST_CASE("the text form of a paper") {
  CHECK(tools::paper_text(full_paper()) ==
        "**On \"sums\"**\n"
        "arXiv:2401.00001v2 | math.NA, cs.LG | 2024-01-02 (updated 2024-03-05)\n"
        "Ada Quill, B. Reed\n"
        "\n"
        "We sum.\n"
        "\n"
        "Comment: 12 pages\n"
        "Journal: J. Ex. 12\n"
        "DOI: 10.1000/x.1\n"
        "Published: 2024-01-02T08:30:00Z | Updated: 2024-03-05T10:00:00Z\n"
        "Abstract: https://arxiv.org/abs/2401.00001v2\n"
        "PDF: https://arxiv.org/pdf/2401.00001v2");
}

TEST_CASE("a paper without notes and of one day") {
  arxiv::Paper paper = plain_paper();
  paper.updated = "2024-01-02T23:00:00Z";
  const std::string text = tools::paper_text(paper);
  CHECK(text.find("| 2024-01-02\n") != std::string::npos);
  CHECK(text.find("We sum.\nPublished:") != std::string::npos);
}

TEST_CASE("several papers have a rule between them") {
  const std::string one = tools::paper_text(plain_paper());
  CHECK(tools::papers_text({plain_paper(), plain_paper()}) == one + "\n\n---\n\n" + one);
  CHECK(tools::papers_text({}).empty());
}

TEST_CASE("every fact of an enrichment is on both surfaces") {
  tools::Enrichment facts;
  facts.add("effectiveQuery", "ti:\"a b\"", "Query");
  facts.add("totalFound", 50'000, "Total Found", "50,000 or more");
  facts.add_flag("truncated");
  facts.add("shown", 10);
  facts.add_notice("Go on.");
  CHECK(facts.text() ==
        "**Query:** ti:\"a b\"\n**Total Found:** 50,000 or more\n**truncated:** true\n"
        "**shown:** 10\n> Go on.");
  json::Writer out;
  out.begin_object();
  facts.write(out);
  out.end_object();
  CHECK(out.view() ==
        R"({"effectiveQuery":"ti:\"a b\"","totalFound":50000,"truncated":true,"shown":10,)"
        R"("notice":"Go on."})");
}

}  // namespace
