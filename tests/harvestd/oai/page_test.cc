#include "harvestd/oai/page.h"

#include <doctest/doctest.h>

#include "tests/harvestd/oai/oai_text.h"

namespace {

using harvest::Page;
using mirror::Row;
using mirror::Tombstone;

Page page_of(const std::string& body) {
  return std::get<Page>(harvest::parse_page(body));
}

Row row_of(const std::string& body) {
  const Page page = page_of(body);
  REQUIRE(page.changes.size() == 1);
  return std::get<Row>(page.changes[0]);
}

TEST_CASE("every element of a record reaches its column") {
  const Row row = row_of(testing::list(testing::record("2401.99999", "2024-02-03", R"(
    <id>2401.99999</id><submitter>Ada Quill</submitter>
    <version version="v1"><date>Mon, 22 Jan 2024 18:59:01 GMT</date><size>88kb</size></version>
    <version version="v2"><date>Fri, 02 Feb 2024 07:00:30 GMT</date><size>91kb</size></version>
    <title>Cheap bounds for Erd\H{o}s sums
      &amp; friends</title>
    <authors>Ada Quill, Fran\c{c}ois Reed (Lab A)</authors>
    <categories>math.NA cs.NA</categories>
    <comments>12 pages</comments><journal-ref>J. Ex. 12 (2024) 1-9</journal-ref>
    <doi>10.1000/x.1</doi><report-no>LAB-7</report-no>
    <abstract>  We bound $\sum_n a_n$.
</abstract>)")));
  CHECK(row.id == "2401.99999");
  CHECK(row.version == "2");
  CHECK(row.title == "Cheap bounds for Erd\xC5\x91s sums & friends");
  CHECK(row.authors == "Ada Quill, Fran\xC3\xA7ois Reed (Lab A)");
  CHECK(row.abstract == "We bound $\\sum_n a_n$.");
  CHECK(row.primary_category == "math.NA");
  CHECK(row.categories == "math.NA cs.NA");
  CHECK(row.published == "2024-01-22T18:59:01.000Z");
  CHECK(row.updated == "2024-02-02T07:00:30.000Z");
  CHECK(row.comment == "12 pages");
  CHECK(row.journal_ref == "J. Ex. 12 (2024) 1-9");
  CHECK(row.doi == "10.1000/x.1");
}

TEST_CASE("records and tombstones keep their order and are counted; the last day is the greatest") {
  const Page page = page_of(testing::list(testing::plain_record("2401.00001", "2024-02-03") +
                                          testing::tombstone("math/0309136", "2024-03-01") +
                                          "<record>" + testing::header("2401.00002", "2025-01-01") +
                                          "<metadata><dc>other</dc></metadata></record>" +
                                          testing::plain_record("hep-th/9901001", "2024-01-05")));
  CHECK(page.records == 2);
  CHECK(page.tombstones == 1);
  CHECK(page.skipped == 1);
  CHECK(page.last_datestamp == "2024-03-01");  // what was skipped does not count
  CHECK(page.datestamps == std::vector<std::string>{"2024-02-03", "2024-03-01", "2024-01-05"});
  CHECK(page.answered_on == "2026-10-06");
  REQUIRE(page.changes.size() == 3);
  CHECK(std::get<Row>(page.changes[0]).id == "2401.00001");
  CHECK(std::get<Tombstone>(page.changes[1]).id == "math/0309136");
  CHECK(std::get<Row>(page.changes[2]).id == "hep-th/9901001");
}

TEST_CASE("the id is the metadata's, else the identifier's") {
  const std::string fields = "<title>T</title>";
  CHECK(row_of(testing::list(testing::record("2401.00001", "2024-01-01", fields))).id ==
        "2401.00001");
  CHECK(row_of(testing::list(
                   testing::record("2401.00001", "2024-01-01", "<id> 2401.00002 </id>" + fields)))
            .id == "2401.00002");
  CHECK(row_of(testing::list(testing::record("math.GT/0309136", "2024-01-01", fields))).id ==
        "math/0309136");
}

TEST_CASE("the token is decoded; an empty one ends the list") {
  struct Case {
    std::string element;
    std::optional<std::string> token;
  };
  const Case cases[] = {
      {"", std::nullopt},
      {"<resumptionToken/>", std::nullopt},
      {"<resumptionToken></resumptionToken>", std::nullopt},
      {"<resumptionToken>  \n </resumptionToken>", std::nullopt},
      {"<resumptionToken cursor='102000' completeListSize='102538'/>", std::nullopt},
      {"<resumptionToken "
       "expirationDate='2026-10-07T00:00:00Z'>verb%3DListRecords</resumptionToken>",
       "verb%3DListRecords"},
      {"<resumptionToken> from=2026-10-06&amp;skip=1300 </resumptionToken>",
       "from=2026-10-06&skip=1300"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.element);
    const Page page =
        page_of(testing::list(testing::plain_record("2401.00001", "2024-01-01"), one.element));
    CHECK(page.token == one.token);
    CHECK(page.records == 1);
  }
}

TEST_CASE("the size of the list is read when it is sent and is a number") {
  const auto size_in = [](const std::string& attributes) {
    return page_of(testing::list("", "<resumptionToken " + attributes + ">t</resumptionToken>"))
        .list_size;
  };
  CHECK(size_in("completeListSize='907096' cursor='46000'") == 907096);
  CHECK(size_in("completeListSize=\"58011\"") == 58011);
  CHECK(size_in("") == std::nullopt);
  CHECK(size_in("completeListSize='many'") == std::nullopt);
  CHECK(size_in("completeListSize='-1'") == std::nullopt);
  CHECK(size_in("completeListSize='99999999999999999999'") == std::nullopt);
}

TEST_CASE("an answer without list and without error is an empty last page") {
  const Page page = page_of(testing::envelope(""));
  CHECK(page.changes.empty());
  CHECK(page.token == std::nullopt);
  CHECK(page.last_datestamp.empty());
}

TEST_CASE("prefixes do not matter, namespaces do") {
  const std::string page = R"(<?xml version='1.0'?>
<oai:OAI-PMH xmlns:oai="http://www.openarchives.org/OAI/2.0/"><oai:ListRecords><oai:record>
<oai:header><oai:identifier>oai:arXiv.org:2401.00001</oai:identifier>
<oai:datestamp>2024-01-01</oai:datestamp></oai:header>
<oai:metadata><r:arXivRaw xmlns:r="http://arxiv.org/OAI/arXivRaw/"><r:id>2401.00001</r:id>
<r:title>T</r:title></r:arXivRaw></oai:metadata></oai:record></oai:ListRecords></oai:OAI-PMH>)";
  CHECK(row_of(page).title == "T");
}

TEST_CASE("text may be split by comments and character data sections") {
  const Row row = row_of(testing::list(
      testing::record("2401.00001", "2024-01-01",
                      "<title>a &lt; b <!-- c --><![CDATA[& <d>]]>&#x42;&#946;</title>")));
  CHECK(row.title == "a < b & <d>B\xCE\xB2");
}

TEST_CASE("a reference that is itself escaped stays as written") {
  CHECK(row_of(testing::list(testing::record("2401.00001", "2024-01-01",
                                             "<title>&amp;#8722;1 &amp;amp; 2</title>")))
            .title == "&#8722;1 &amp; 2");
}

TEST_CASE("versions may come in any order; what is no version is passed over") {
  const Row row = row_of(testing::list(testing::record("2401.00001", "2024-01-01", R"(
<version version="v10"><date>Sat, 10 Feb 2024 00:00:00 GMT</date></version>
<version version="v2"><date>Fri, 2 Feb 2024 00:00:00 GMT</date></version>
<version version="draft"><date>Sun, 1 Jan 2023 00:00:00 GMT</date></version>
<version version="v99999999999"><date>Sun, 1 Jan 2023 00:00:00 GMT</date></version>
<version version="v0"/><version/>)")));
  CHECK(row.version == "10");
  CHECK(row.published == "2024-02-02T00:00:00.000Z");
  CHECK(row.updated == "2024-02-10T00:00:00.000Z");
}

TEST_CASE("two errors have outcomes of their own, their words on one line") {
  const auto rejected = harvest::parse_page(
      testing::envelope("<error code=\"badResumptionToken\">not\n one of ours</error>"));
  CHECK(std::get<harvest::TokenRejected>(rejected).text == "not one of ours");
  const auto none = harvest::parse_page(testing::envelope("<error code='noRecordsMatch'/>"));
  CHECK(std::get<harvest::NoRecords>(none).text.empty());
}

TEST_CASE("a mark of byte order before the document is passed over") {
  CHECK(page_of("\xEF\xBB\xBF" + testing::list(testing::plain_record("2401.00001", "2024-01-01")))
            .records == 1);
}

}  // namespace
