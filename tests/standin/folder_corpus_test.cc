#include "tests/standin/folder_corpus.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "tests/standin/raw_record.h"
#include "tests/support/temp_dir.h"

using standin::FolderCorpus;

namespace {

const FolderCorpus& corpus() {
  static const FolderCorpus result(TEST_DATA "/standin/pages");
  return result;
}

std::string page(const std::string& name) {
  return testing::read_file(TEST_DATA "/standin/pages/" + name);
}

}  // namespace

TEST_CASE("records are found in every envelope, one of each paper") {
  REQUIRE(corpus().size() == 3);
  CHECK(corpus().id(0) == "hep-th/9901999");
  CHECK(corpus().id(1) == "2402.90003");
  CHECK(corpus().id(2) == "2401.90001");
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(corpus().find(corpus().id(i)) == i);
  CHECK_FALSE(corpus().find("2401.90009"));
  CHECK(base::to_date(corpus().modified(0)) == "2005-09-16");
  CHECK(base::to_date(corpus().modified(2)) == "2024-03-01");
}

TEST_CASE("records are served byte for byte") {
  const std::string newest = page("b-single.xml");
  const std::string record = corpus().record(2, "2024-03-01");
  CHECK(newest.find(record) != std::string::npos);
  CHECK(record.starts_with("<record>"));
  CHECK(record.ends_with("</record>"));
  CHECK(page("a-list.xml").find(corpus().record(0, "2005-09-16")) != std::string::npos);
  CHECK(page("c-bare.xml") == corpus().record(1, "2024-02-03") + "\n");
}

TEST_CASE("a record modified since differs in its datestamp alone") {
  std::string expected = corpus().record(1, "2024-02-03");
  const std::string old = "<datestamp>2024-02-03<";
  expected.replace(expected.find(old), old.size(), "<datestamp>2026-11-30<");
  CHECK(corpus().record(1, "2026-11-30") == expected);
}

TEST_CASE("what is left out is told with its reason") {
  const std::vector<std::string> expected = {
      "a-list.xml: 1 records without arXivRaw",
      "a-list.xml: record 1: 2401.90001 again, not newer than in b-single.xml: record 1",
      "d-other-format.xml: 1 records without arXivRaw",
      "e-incomplete.xml: record 1: no id",
      "e-incomplete.xml: record 2: no datestamp",
      "f-truncated.xml: not well-formed XML",
      "g-latin1.xml: not UTF-8",
      "h-error.xml: no record",
  };
  std::vector<std::string> skipped = corpus().skipped();
  std::sort(skipped.begin(), skipped.end());
  CHECK(skipped == expected);
}

TEST_CASE("a record that leans on its envelope's namespaces is not taken out of it") {
  const testing::TempDir dir;
  dir.write("prefixed.xml",
            "<o:OAI xmlns:o=\"http://o\"><record><header><datestamp>2024-01-01</datestamp></header>"
            "<o:metadata><arXivRaw><id>2401.1</id></arXivRaw></o:metadata></record></o:OAI>");
  const FolderCorpus taken(dir.path());
  CHECK(taken.size() == 0);
  REQUIRE(taken.skipped().size() == 1);
  CHECK(taken.skipped()[0].starts_with("prefixed.xml: record 1: arXivRaw not in"));
}

TEST_CASE("records are cut out of any well-formed document") {
  const struct {
    std::string_view xml;
    std::vector<std::string_view> slices;
  } rows[] = {
      {"", {}},
      {"<a/>", {}},
      {"<record/>", {}},
      {"<record>x</record>", {"<record>x</record>"}},
      {"<a><record i='1>2'>x</record ></a>", {"<record i='1>2'>x</record >"}},
      {"<record><record>in</record></record>", {"<record><record>in</record></record>"}},
      {"<!-- <record> --><record><![CDATA[</record>]]></record>",
       {"<record><![CDATA[</record>]]></record>"}},
      {"<?p <record> ?><!DOCTYPE x><records><record>1</record><record>2</record></records>",
       {"<record>1</record>", "<record>2</record>"}},
      {"<record>open", {}},
      {"</record><record>1</record>", {"<record>1</record>"}},
      {"<!-- open", {}},
      {"<record a=\"open", {}},
      {"<", {}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.xml);
    CHECK(standin::record_slices(row.xml) == row.slices);
  }
}

TEST_CASE("records are read, with their entities resolved") {
  const auto slices = standin::record_slices(page("a-list.xml"));
  REQUIRE(slices.size() == 3);
  const std::string text = page("a-list.xml");
  const auto record = standin::read_record(standin::record_slices(text)[0]);
  REQUIRE(record);
  CHECK(record->id == "2401.90001");
  CHECK(record->datestamp == "2024-02-03");
  CHECK(record->title == "Cheap bounds for Erd\\H{o}s sums & 'friends'");
  CHECK(record->categories == "math.NA cs.NA");
  CHECK(record->journal_ref == "J. Ex. 12 (2024) 1-9");
  REQUIRE(record->versions.size() == 2);
  CHECK(base::to_iso(record->versions[1]) == "2024-02-02T07:00:30.000Z");
  for (const std::string_view xml :
       {"", "<record/>", "<record><metadata/></record>", "<x>", "text"}) {
    CAPTURE(xml);
    CHECK_FALSE(standin::read_record(xml));
  }
}
