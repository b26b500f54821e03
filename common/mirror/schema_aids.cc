#include "common/mirror/schema.h"

namespace mirror {
namespace {

using enum ObjectKind;

// A date is kept as seconds since 1970 where that says all of it, else as it is: twice as many rows
// fit a page as with the texts. The addition finds out days that no month has.
constexpr SchemaObject kSearchAids[] = {
    // One row: the version of these objects, and the last row of `papers` that has gone into them,
    // NULL once all have.
    {"search_aids", kTable, 1,
     R"sql(CREATE TABLE search_aids (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  filled_to INTEGER
))sql"},

    // What filters and orders ask of a paper, under the rowid that the full-text index gives.
    {"paper_filters", kTable, 1,
     R"sql(CREATE TABLE paper_filters (
  paper INTEGER PRIMARY KEY,
  published NOT NULL,
  updated NOT NULL,
  categories TEXT NOT NULL
))sql"},

    {"paper_filters_source", kView, 1,
     R"sql(CREATE VIEW paper_filters_source AS
SELECT rowid AS paper,
  iif(strftime('%Y-%m-%dT%H:%M:%S.000Z', published, '+0 days') IS published,
    CAST(strftime('%s', published) AS INTEGER), published) AS published,
  iif(strftime('%Y-%m-%dT%H:%M:%S.000Z', updated, '+0 days') IS updated,
    CAST(strftime('%s', updated) AS INTEGER), updated) AS updated,
  categories
FROM papers)sql"},

    {"paper_filters_ai", kTrigger, 1,
     R"sql(CREATE TRIGGER paper_filters_ai AFTER INSERT ON papers BEGIN
  DELETE FROM paper_filters WHERE paper = new.rowid;
  INSERT INTO paper_filters SELECT * FROM paper_filters_source WHERE paper = new.rowid;
END)sql"},

    {"paper_filters_ad", kTrigger, 1,
     R"sql(CREATE TRIGGER paper_filters_ad AFTER DELETE ON papers BEGIN
  DELETE FROM paper_filters WHERE paper = old.rowid;
END)sql"},

    {"paper_filters_au", kTrigger, 1,
     R"sql(CREATE TRIGGER paper_filters_au AFTER UPDATE ON papers
WHEN (old.rowid, old.published, old.updated, old.categories)
  IS NOT (new.rowid, new.published, new.updated, new.categories)
BEGIN
  DELETE FROM paper_filters WHERE paper IN (old.rowid, new.rowid);
  INSERT INTO paper_filters SELECT * FROM paper_filters_source WHERE paper = new.rowid;
END)sql"},

    // How many papers carry a code, and how many of them as their primary one: of the papers under
    // several codes there are as many at least as those have primaries. A code once seen stays.
    {"category_counts", kTable, 2,
     R"sql(CREATE TABLE category_counts (
  category TEXT PRIMARY KEY,
  papers INTEGER NOT NULL,
  primaries INTEGER NOT NULL
) WITHOUT ROWID)sql"},

    {"category_counts_source", kView, 2,
     R"sql(CREATE VIEW category_counts_source AS
SELECT category, sum(papers) AS papers, sum(primaries) AS primaries
FROM (
  SELECT category, count(*) AS papers, 0 AS primaries FROM paper_categories GROUP BY category
  UNION ALL
  SELECT primary_category, 0, count(*) FROM papers GROUP BY primary_category)
GROUP BY category)sql"},

    {"category_counts_ai", kTrigger, 2,
     R"sql(CREATE TRIGGER category_counts_ai AFTER INSERT ON paper_categories BEGIN
  INSERT INTO category_counts VALUES (new.category, 1, 0)
  ON CONFLICT (category) DO UPDATE SET papers = papers + 1;
END)sql"},

    {"category_counts_ad", kTrigger, 2,
     R"sql(CREATE TRIGGER category_counts_ad AFTER DELETE ON paper_categories BEGIN
  UPDATE category_counts SET papers = papers - 1 WHERE category = old.category;
END)sql"},

    {"category_counts_au", kTrigger, 2,
     R"sql(CREATE TRIGGER category_counts_au AFTER UPDATE OF category ON paper_categories BEGIN
  UPDATE category_counts SET papers = papers - 1 WHERE category = old.category;
  INSERT INTO category_counts VALUES (new.category, 1, 0)
  ON CONFLICT (category) DO UPDATE SET papers = papers + 1;
END)sql"},

    {"category_primaries_ai", kTrigger, 2,
     R"sql(CREATE TRIGGER category_primaries_ai AFTER INSERT ON papers BEGIN
  INSERT INTO category_counts VALUES (new.primary_category, 0, 1)
  ON CONFLICT (category) DO UPDATE SET primaries = primaries + 1;
END)sql"},

    {"category_primaries_ad", kTrigger, 2,
     R"sql(CREATE TRIGGER category_primaries_ad AFTER DELETE ON papers BEGIN
  UPDATE category_counts SET primaries = primaries - 1 WHERE category = old.primary_category;
END)sql"},

    {"category_primaries_au", kTrigger, 2,
     R"sql(CREATE TRIGGER category_primaries_au AFTER UPDATE ON papers
WHEN old.primary_category IS NOT new.primary_category
BEGIN
  UPDATE category_counts SET primaries = primaries - 1 WHERE category = old.primary_category;
  INSERT INTO category_counts VALUES (new.primary_category, 0, 1)
  ON CONFLICT (category) DO UPDATE SET primaries = primaries + 1;
END)sql"},
};

}  // namespace

std::span<const SchemaObject> search_aid_objects() {
  return kSearchAids;
}

}  // namespace mirror
