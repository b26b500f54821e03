#include "harvestd/writer/record.h"

#include <doctest/doctest.h>

namespace {

using mirror::build_row;
using mirror::Record;
using mirror::RecordVersion;

Record record() {
  Record record;
  record.id = "2401.99999";
  record.datestamp = "2024-02-03";
  record.title = "T";
  record.categories = "math.NA";
  return record;
}

TEST_CASE("version and dates come from the lowest and the highest version, whatever their order") {
  struct Case {
    std::string what;
    std::vector<RecordVersion> versions;
    std::string version;
    std::string published;
    std::string updated;
  };
  const std::string january = "Mon, 22 Jan 2024 18:59:01 GMT";
  const std::string february = "Fri, 2 Feb 2024 07:00:30 GMT";
  const std::string january_stored = "2024-01-22T18:59:01.000Z";
  const std::string february_stored = "2024-02-02T07:00:30.000Z";
  const std::string datestamp_stored = "2024-02-03T00:00:00.000Z";
  const Case cases[] = {
      {"in order", {{1, january}, {2, february}}, "2", january_stored, february_stored},
      {"out of order", {{2, february}, {1, january}}, "2", january_stored, february_stored},
      {"by number, not by text",
       {{10, february}, {9, january}},
       "10",
       january_stored,
       february_stored},
      {"one", {{1, january}}, "1", january_stored, january_stored},
      {"a gap", {{3, february}, {2, january}}, "3", january_stored, february_stored},
      {"none", {}, "1", datestamp_stored, datestamp_stored},
      {"no date", {{1, january}, {2, ""}}, "2", january_stored, datestamp_stored},
      {"not a date", {{1, "long ago"}}, "1", "long ago", "long ago"},
      {"a zone", {{1, "Mon, 22 Jan 2024 13:59:01 -0500"}}, "1", january_stored, january_stored},
      {"the file's own form", {{1, "2024-01-22T18:59:01Z"}}, "1", january_stored, january_stored},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    Record given = record();
    given.versions = one.versions;
    const mirror::Row row = build_row(given);
    CHECK(row.version == one.version);
    CHECK(row.published == one.published);
    CHECK(row.updated == one.updated);
  }
}

TEST_CASE("white space collapses and TeX is spelled out in the five text columns") {
  Record given = record();
  given.title = "On\n  Erd\\H{o}s \t sums";
  given.authors = "Fran\\c{c}ois Reed,\n Ada Quill";
  given.abstract = "  L\\'eon's $\\alpha$\nmodel ";
  given.comment = "12\n pages, in G\\\"ottingen";
  given.journal_ref = "J. \\'Etudes  12";
  const mirror::Row row = build_row(given);
  CHECK(row.title == "On Erd\xC5\x91s sums");
  CHECK(row.authors == "Fran\xC3\xA7ois Reed, Ada Quill");
  CHECK(row.abstract == "L\xC3\xA9on's $\xCE\xB1$ model");
  CHECK(row.comment == "12 pages, in G\xC3\xB6ttingen");
  CHECK(row.journal_ref == "J. \xC3\x89tudes 12");
}

TEST_CASE("a doi is trimmed and nothing else") {
  Record given = record();
  given.doi = "  10.1000/x.1  10.1000/\\'e \n";
  CHECK(build_row(given).doi == "10.1000/x.1  10.1000/\\'e");
}

TEST_CASE("a version given twice is as old as its first date and as new as its last") {
  const std::string first = "Mon, 2 Apr 2007 19:18:42 GMT";
  const std::string last = "Tue, 24 Jul 2007 20:10:27 GMT";
  for (const auto& [one, other] : {std::pair{first, last}, std::pair{last, first}}) {
    mirror::Record record;
    record.datestamp = "2008-01-01";
    record.versions = {{1, one}, {1, other}};
    const mirror::Row row = mirror::build_row(record);
    CHECK(row.version == "1");
    CHECK(row.published == "2007-04-02T19:18:42.000Z");
    CHECK(row.updated == "2007-07-24T20:10:27.000Z");
  }
}

TEST_CASE("what is empty is NULL in the three columns that may be") {
  Record given = record();
  given.comment = " \n ";
  given.doi = " ";
  const mirror::Row row = build_row(given);
  CHECK(row.comment == std::nullopt);
  CHECK(row.journal_ref == std::nullopt);
  CHECK(row.doi == std::nullopt);
  CHECK(row.authors.empty());
  CHECK(row.abstract.empty());
}

TEST_CASE("categories keep their order and their codes; the first is the primary") {
  struct Case {
    std::string given;
    std::string stored;
    std::string primary;
    std::vector<std::string_view> codes;
  };
  const Case cases[] = {
      {"math.NA cs.NA", "math.NA cs.NA", "math.NA", {"math.NA", "cs.NA"}},
      {"  cs.LG\n stat.ML  ", "cs.LG stat.ML", "cs.LG", {"cs.LG", "stat.ML"}},
      {"cs.LG cs.AI cs.LG", "cs.LG cs.AI cs.LG", "cs.LG", {"cs.LG", "cs.AI"}},
      {"hep-th", "hep-th", "hep-th", {"hep-th"}},
      {"", "", "", {}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.given);
    Record given = record();
    given.categories = one.given;
    const mirror::Row row = build_row(given);
    CHECK(row.categories == one.stored);
    CHECK(row.primary_category == one.primary);
    CHECK(mirror::distinct_codes(row.categories) == one.codes);
  }
}

TEST_CASE("codes without number take no longer each") {
  constexpr std::size_t kCodes = 200'000;
  std::string categories;
  for (std::size_t i = 0; i < kCodes; ++i)
    categories += std::to_string(i) + " ";
  CHECK(mirror::distinct_codes(categories + categories).size() == kCodes);
}

}  // namespace
