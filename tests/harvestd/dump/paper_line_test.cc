#include "harvestd/dump/paper_line.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using mirror::DumpPaper;
using mirror::parse_paper_line;

constexpr std::string_view kDumpLine =
    R"({"id":"0704.0001","submitter":"A B","authors":"C. Bal\\'azs,\n  E. L. Berger",)"
    R"("title":"Calculation of\n  $\\alpha$ \\'etale","comments":null,"journal-ref":" Nature 1 ",)"
    R"("doi":"10.1/x","report-no":null,"categories":"hep-ph cs.CG","license":null,)"
    R"("abstract":"  A fully\ndifferential one.\n",)"
    R"("versions":[{"version":"v2","created":"Tue, 24 Jul 2007 20:10:27 GMT"},)"
    R"({"version":"v1","created":"Mon, 2 Apr 2007 19:18:42 GMT"}],)"
    R"("update_date":"2008-11-26","authors_parsed":[["Bal\u00e1zs","C.",""]]})";

constexpr std::string_view kExportLine =
    R"({"id":"hep-th/9901001","version":"3","title":"T  {{\\'e}}","authors":"A","abstract":"",)"
    R"("primary_category":"hep-th","categories":"hep-th math.AG",)"
    R"("published":"1999-01-01T00:00:00.000Z","updated":"2001-02-03T04:05:06.000Z",)"
    R"("latest_version":"2001-02-03T04:05:06.000Z","comment":null,"journal_ref":"J","doi":null})";

std::string replaced(std::string_view line, std::string_view part, std::string_view by) {
  std::string text(line);
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

/// The message of the refusal, or nothing.
std::string refusal(const std::string& line) {
  try {
    parse_paper_line(line);
  } catch (const base::Fault& fault) {
    CHECK(fault.code() == base::Code::kValidation);
    return fault.message();
  }
  return "";
}

TEST_CASE("a line of arXiv's dump becomes the row a harvest would store") {
  const DumpPaper paper = parse_paper_line(std::string(kDumpLine));
  CHECK(paper.day == "2008-11-26");
  CHECK(paper.row.id == "0704.0001");
  CHECK(paper.row.version == "2");
  CHECK(paper.row.title == "Calculation of $α$ étale");
  CHECK(paper.row.authors == "C. Balázs, E. L. Berger");
  CHECK(paper.row.abstract == "A fully differential one.");
  CHECK(paper.row.primary_category == "hep-ph");
  CHECK(paper.row.categories == "hep-ph cs.CG");
  CHECK(paper.row.published == "2007-04-02T19:18:42.000Z");
  CHECK(paper.row.updated == "2007-07-24T20:10:27.000Z");
  CHECK(paper.row.comment == std::nullopt);
  CHECK(paper.row.journal_ref == "Nature 1");
  CHECK(paper.row.doi == "10.1/x");
}

TEST_CASE("older issues of the dump have lists of words") {
  std::string line = replaced(kDumpLine, R"("hep-ph cs.CG")", R"(["hep-ph cs.CG","math.CO"])");
  const std::size_t at = line.find(R"([{"version")");
  line.replace(at, line.find("}],", at) + 2 - at, R"(["v1","v2","v3"])");
  const DumpPaper paper = parse_paper_line(line);
  CHECK(paper.row.categories == "hep-ph cs.CG math.CO");
  CHECK(paper.row.version == "3");
  CHECK(paper.row.updated == "2008-11-26T00:00:00.000Z");
}

TEST_CASE("members that say nothing may be missing") {
  const std::string line = R"({"id":"0704.0002","title":"T","authors":"A","categories":"cs.LG",)"
                           R"("update_date":"2020-01-01"})";
  const DumpPaper paper = parse_paper_line(line);
  CHECK(paper.row.version == "1");
  CHECK(paper.row.published == "2020-01-01T00:00:00.000Z");
  CHECK(paper.row.abstract.empty());
  CHECK(paper.row.doi == std::nullopt);
}

TEST_CASE("a line that export wrote is the row it was written from, word for word") {
  const DumpPaper paper = parse_paper_line(std::string(kExportLine));
  CHECK(paper.day == "2001-02-03");
  CHECK(paper.row.id == "hep-th/9901001");
  CHECK(paper.row.version == "3");
  CHECK(paper.row.title == "T  {{\\'e}}");
  CHECK(paper.row.abstract.empty());
  CHECK(paper.row.primary_category == "hep-th");
  CHECK(paper.row.updated == "2001-02-03T04:05:06.000Z");
  CHECK(paper.row.comment == std::nullopt);
  CHECK(paper.row.journal_ref == "J");
}

TEST_CASE(
    "a revision dated before the submission is kept as it is: the format has an index of them") {
  const DumpPaper paper =
      parse_paper_line(replaced(kExportLine, "2001-02-03T04:05:06.000Z", "1998-02-03"));
  CHECK(paper.row.published == "1999-01-01T00:00:00.000Z");
  CHECK(paper.row.updated == "1998-02-03T00:00:00.000Z");
}

TEST_CASE("a line that holds no paper is refused, and the member that is wrong named") {
  struct Case {
    std::string line;
    std::string says;
  };
  const auto dump = [](std::string_view part, std::string_view by) {
    return replaced(kDumpLine, part, by);
  };
  const auto own = [](std::string_view part, std::string_view by) {
    return replaced(kExportLine, part, by);
  };
  const Case cases[] = {
      {"", "is not a JSON object"},
      {"[]", "is not a JSON object"},
      {std::string(kDumpLine.substr(0, 200)), "is not a JSON object"},
      {dump("A B", "\xC3"), "is not a JSON object in UTF-8"},
      {std::string(600, '[') + std::string(600, ']'), "is not a JSON object"},
      {dump(R"("0704.0001")", "704.0001"), "member `id` is not a text"},
      {dump("0704.0001", "0704.0001v2"), "member `id` is no arXiv identifier without version"},
      {dump("0704.0001", "seven"), "member `id` is no arXiv"},
      {dump(R"("id")", R"("idee")"), "member `id` is missing"},
      {dump(R"("title":"Calculation of\n  $\\alpha$ \\'etale")", R"("title":" ")"),
       "member `title` is empty"},
      {dump("hep-ph cs.CG", ""), "member `categories` is empty"},
      {dump(R"("hep-ph cs.CG")", "[7]"), "member `categories` is not a text"},
      {dump(R"("v2")", R"("vv")"), "member `versions` holds no version number"},
      {dump(R"("v2")", R"("v0")"), "member `versions` holds no version number"},
      {dump("2008-11-26", "2008-13-26"), "member `update_date` is no date"},
      {dump(R"("update_date")", R"("updated_at")"), "member `update_date` is missing"},
      {dump("A fully", "A\\u0000fully"), "member `abstract` holds a NUL"},
      {dump(R"("10.1/x")", "{}"), "member `doi` is not a text"},
      {own(R"("version":"3")", R"("version":"v3")"), "member `version` holds no version number"},
      {own(R"("authors":"A")", R"("authors":null)"), "member `authors` is not a text"},
      {own(R"("updated":"2001-02-03T04:05:06.000Z")", R"("updated":"")"),
       "member `updated` is empty"},
      {dump("Mon, 2 Apr 2007 19:18:42 GMT", "then"), "member `versions` holds no date"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.says);
    CHECK(refusal(one.line).find(one.says) == 0);
  }
}

TEST_CASE("a date that the mirror holds as arXiv misspelled it comes back as it is") {
  for (const std::string date : {"Someday in May", "2001-02-30T04:05:06.000Z", "1999"}) {
    CAPTURE(date);
    const mirror::DumpPaper paper = mirror::parse_paper_line(replaced(
        replaced(kExportLine, "2001-02-03T04:05:06.000Z", date), "1999-01-01T00:00:00.000Z", date));
    CHECK(paper.row.updated == date);
    CHECK(paper.row.published == date);
    CHECK(paper.day == "");
  }
}

}  // namespace
