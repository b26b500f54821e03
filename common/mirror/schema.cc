#include "common/mirror/schema.h"

#include <algorithm>
#include <string>

#include "common/base/fault.h"

namespace mirror {
namespace {

using enum ObjectKind;

// Column order is that of a file brought up from version 1: `published` of paper_categories came
// last. The letters folded in the view and the triggers are those of arxiv::kAuthorFolds.
constexpr SchemaObject kObjects[] = {
    {"schema_version", kTable, 1,
     R"sql(CREATE TABLE schema_version (
  version INTEGER PRIMARY KEY,
  applied_at TEXT NOT NULL
))sql"},

    // `version` is digits only. `categories` are arXivRaw's codes joined by one blank, in its
    // order. Dates are YYYY-MM-DDTHH:MM:SS.000Z; one that could not be read stays as given.
    {"papers", kTable, 1,
     R"sql(CREATE TABLE papers (
  id TEXT PRIMARY KEY NOT NULL,
  version TEXT NOT NULL,
  title TEXT NOT NULL,
  authors TEXT NOT NULL,
  abstract TEXT NOT NULL,
  primary_category TEXT NOT NULL,
  categories TEXT NOT NULL,
  published TEXT NOT NULL,
  updated TEXT NOT NULL,
  latest_version TEXT NOT NULL,
  comment TEXT,
  journal_ref TEXT,
  doi TEXT
))sql"},

    // One row per paper and code; the dates are copies of the paper's.
    {"paper_categories", kTable, 4,
     R"sql(CREATE TABLE paper_categories (
  category TEXT NOT NULL,
  paper_id TEXT NOT NULL REFERENCES papers(id) ON DELETE CASCADE,
  updated TEXT NOT NULL,
  published TEXT,
  PRIMARY KEY (category, paper_id)
))sql"},

    {"harvest_state", kTable, 1,
     R"sql(CREATE TABLE harvest_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  status TEXT NOT NULL,
  last_datestamp TEXT,
  resumption_token TEXT,
  started_at TEXT,
  completed_at TEXT,
  total_records INTEGER,
  error_message TEXT
))sql"},

    {"migration_lease", kTable, 4,
     R"sql(CREATE TABLE migration_lease (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  holder TEXT NOT NULL,
  from_version INTEGER NOT NULL,
  step TEXT NOT NULL,
  acquired_at TEXT NOT NULL,
  renewed_at TEXT NOT NULL
))sql"},

    {"papers_primary_category_idx", kIndex, 1,
     R"sql(CREATE INDEX papers_primary_category_idx ON papers(primary_category))sql"},

    // The five date indexes. Each holds every column that a count or a page in its order reads, so
    // that no row outside the page is touched; paper_id comes right behind the sort key it breaks
    // the ties of.
    {"papers_published_idx", kIndex, 4,
     R"sql(CREATE INDEX papers_published_idx ON papers(published, updated))sql"},
    {"papers_updated_idx", kIndex, 4,
     R"sql(CREATE INDEX papers_updated_idx ON papers(updated, published))sql"},
    {"paper_categories_cat_updated_idx", kIndex, 4,
     R"sql(CREATE INDEX paper_categories_cat_updated_idx
  ON paper_categories(category, updated, paper_id, published))sql"},
    {"paper_categories_cat_published_idx", kIndex, 4,
     R"sql(CREATE INDEX paper_categories_cat_published_idx
  ON paper_categories(category, published, paper_id, updated))sql"},
    {"papers_revised_early_idx", kIndex, 4,
     R"sql(CREATE INDEX papers_revised_early_idx ON papers(updated) WHERE updated < published)sql"},

    {"paper_categories_paper_id_idx", kIndex, 5,
     R"sql(CREATE INDEX paper_categories_paper_id_idx ON paper_categories(paper_id, category))sql"},

    // A version 3 writer, returned to after a rollback, names no `published`.
    {"paper_categories_published_fill", kTrigger, 4,
     R"sql(CREATE TRIGGER paper_categories_published_fill AFTER INSERT ON paper_categories
WHEN new.published IS NULL
BEGIN
  UPDATE paper_categories
  SET published = (SELECT published FROM papers WHERE id = new.paper_id)
  WHERE category = new.category AND paper_id = new.paper_id;
END)sql"},

    {"papers_fts_source", kView, 7,
     R"sql(CREATE VIEW papers_fts_source AS
SELECT rowid, title,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  authors,
  'ł', 'l'), 'Ł', 'L'), 'ı', 'i'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'), 'Đ', 'D'), 'ð', 'd'),
  'Ð', 'D'), 'þ', 'th'), 'Þ', 'TH'), 'ħ', 'h'), 'Ħ', 'H'), 'ŋ', 'n'), 'Ŋ', 'N'), 'ə', 'a'),
  'Ə', 'A'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'ß', 'ss'), 'ẞ', 'SS') AS authors,
  abstract, comment, journal_ref
FROM papers)sql",
     true},

    {"papers_fts", kTable, 7,
     R"sql(CREATE VIRTUAL TABLE papers_fts USING fts5(
  title,
  authors,
  abstract,
  comment,
  journal_ref,
  content='papers_fts_source',
  content_rowid='rowid',
  tokenize="unicode61 remove_diacritics 2 tokenchars '-_'"
))sql",
     true},

    {"papers_ai", kTrigger, 7,
     R"sql(CREATE TRIGGER papers_ai AFTER INSERT ON papers BEGIN
  INSERT INTO papers_fts(rowid, title, authors, abstract, comment, journal_ref)
  VALUES (new.rowid, new.title,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    new.authors,
    'ł', 'l'), 'Ł', 'L'), 'ı', 'i'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'), 'Đ', 'D'), 'ð', 'd'),
    'Ð', 'D'), 'þ', 'th'), 'Þ', 'TH'), 'ħ', 'h'), 'Ħ', 'H'), 'ŋ', 'n'), 'Ŋ', 'N'), 'ə', 'a'),
    'Ə', 'A'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'ß', 'ss'), 'ẞ', 'SS'),
    new.abstract, new.comment, new.journal_ref);
END)sql",
     true},

    {"papers_ad", kTrigger, 7,
     R"sql(CREATE TRIGGER papers_ad AFTER DELETE ON papers BEGIN
  INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract, comment, journal_ref)
  VALUES ('delete', old.rowid, old.title,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    old.authors,
    'ł', 'l'), 'Ł', 'L'), 'ı', 'i'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'), 'Đ', 'D'), 'ð', 'd'),
    'Ð', 'D'), 'þ', 'th'), 'Þ', 'TH'), 'ħ', 'h'), 'Ħ', 'H'), 'ŋ', 'n'), 'Ŋ', 'N'), 'ə', 'a'),
    'Ə', 'A'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'ß', 'ss'), 'ẞ', 'SS'),
    old.abstract, old.comment, old.journal_ref);
END)sql",
     true},

    {"papers_au", kTrigger, 7,
     R"sql(CREATE TRIGGER papers_au AFTER UPDATE ON papers BEGIN
  INSERT INTO papers_fts(papers_fts, rowid, title, authors, abstract, comment, journal_ref)
  VALUES ('delete', old.rowid, old.title,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    old.authors,
    'ł', 'l'), 'Ł', 'L'), 'ı', 'i'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'), 'Đ', 'D'), 'ð', 'd'),
    'Ð', 'D'), 'þ', 'th'), 'Þ', 'TH'), 'ħ', 'h'), 'Ħ', 'H'), 'ŋ', 'n'), 'Ŋ', 'N'), 'ə', 'a'),
    'Ə', 'A'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'ß', 'ss'), 'ẞ', 'SS'),
    old.abstract, old.comment, old.journal_ref);
  INSERT INTO papers_fts(rowid, title, authors, abstract, comment, journal_ref)
  VALUES (new.rowid, new.title,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    new.authors,
    'ł', 'l'), 'Ł', 'L'), 'ı', 'i'), 'ø', 'o'), 'Ø', 'O'), 'đ', 'd'), 'Đ', 'D'), 'ð', 'd'),
    'Ð', 'D'), 'þ', 'th'), 'Þ', 'TH'), 'ħ', 'h'), 'Ħ', 'H'), 'ŋ', 'n'), 'Ŋ', 'N'), 'ə', 'a'),
    'Ə', 'A'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'ß', 'ss'), 'ẞ', 'SS'),
    new.abstract, new.comment, new.journal_ref);
END)sql",
     true},
};

}  // namespace

std::string_view kind_name(ObjectKind kind) {
  constexpr std::string_view kNames[] = {"TABLE", "INDEX", "VIEW", "TRIGGER"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::span<const SchemaObject> schema_objects() {
  return kObjects;
}

const SchemaObject& schema_object(std::string_view name) {
  const auto* found = std::find_if(std::begin(kObjects), std::end(kObjects),
                                   [&](const SchemaObject& object) { return object.name == name; });
  if (found != std::end(kObjects)) return *found;
  throw base::Fault(base::Code::kInternalError, "", "No schema object " + std::string(name) + ".");
}

}  // namespace mirror
