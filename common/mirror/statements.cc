#include "common/mirror/statements.h"

#include <array>
#include <cstddef>

#include "common/mirror/schema.h"
#include "common/mirror/search_aids.h"

namespace mirror {
namespace {

constexpr std::size_t kStatements = static_cast<std::size_t>(Sql::kCount);

struct Named {
  Sql sql;
  std::string_view text;
};

constexpr std::array<Named, kStatements> kTexts = {{
    {Sql::kPaperById, R"sql(
SELECT id, version, title, authors, abstract, primary_category, categories, published, updated,
  comment, journal_ref, doi
FROM papers WHERE id = ?1)sql"},

    {Sql::kPaperByRowid, R"sql(
SELECT id, version, title, authors, abstract, primary_category, categories, published, updated,
  comment, journal_ref, doi
FROM papers WHERE rowid = ?1)sql"},

    {Sql::kIdsByPrefix, R"sql(
SELECT id FROM papers WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3)sql"},

    {Sql::kStamp, R"sql(
SELECT (SELECT max(version) FROM schema_version),
  (SELECT schema_version FROM pragma_schema_version),
  (SELECT completed_at IS NOT NULL FROM harvest_state WHERE id = 1))sql"},

    {Sql::kDataVersion, R"sql(
SELECT data_version FROM pragma_data_version)sql"},

    {Sql::kSearchAids, R"sql(
SELECT 1 FROM search_aids WHERE id = 1 AND version = ?1 AND filled_to IS NULL)sql"},

    {Sql::kLastRow, R"sql(
SELECT max(rowid) FROM papers)sql"},

    {Sql::kMatchCount, R"sql(
SELECT count(*) FROM (SELECT 1 FROM papers_fts WHERE papers_fts MATCH ?1 LIMIT ?2))sql"},

    {Sql::kMatchedRows, R"sql(
SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1 ORDER BY rowid)sql"},

    {Sql::kMatches, R"sql(
SELECT rowid, bm25(papers_fts) FROM papers_fts WHERE papers_fts MATCH ?1)sql"},

    // CROSS JOIN keeps the index the outer loop.
    {Sql::kMatchedPapers, R"sql(
SELECT f.rowid, p.published, p.updated
FROM papers_fts AS f CROSS JOIN papers AS p ON p.rowid = f.rowid
WHERE f.papers_fts MATCH ?1 AND passes_filters(p.published, p.categories))sql"},

    {Sql::kScoredPapers, R"sql(
SELECT f.rowid, bm25(f.papers_fts)
FROM papers_fts AS f CROSS JOIN papers AS p ON p.rowid = f.rowid
WHERE f.papers_fts MATCH ?1 AND passes_filters(p.published, p.categories))sql"},

    {Sql::kAidedMatches, R"sql(
SELECT f.rowid, p.published, p.updated
FROM papers_fts AS f CROSS JOIN paper_filters AS p ON p.paper = f.rowid
WHERE f.papers_fts MATCH ?1 AND passes_filters(p.published, p.categories))sql"},

    {Sql::kAidedScores, R"sql(
SELECT f.rowid, bm25(f.papers_fts)
FROM papers_fts AS f CROSS JOIN paper_filters AS p ON p.paper = f.rowid
WHERE f.papers_fts MATCH ?1 AND passes_filters(p.published, p.categories))sql"},

    {Sql::kCountsOfCode, R"sql(
SELECT papers, primaries FROM category_counts WHERE category = ?1)sql"},

    {Sql::kCodeCount, R"sql(
SELECT count(*) FROM (
  SELECT 1 FROM paper_categories INDEXED BY paper_categories_cat_published_idx
  WHERE category = ?1 AND published >= ?2 AND published <= ?3 LIMIT ?4))sql"},

    {Sql::kCodeByPublished, R"sql(
SELECT paper_id, published, updated
FROM paper_categories INDEXED BY paper_categories_cat_published_idx
WHERE category = ?1 AND published >= ?2 AND published <= ?3
ORDER BY published, paper_id)sql"},

    {Sql::kCodeByPublishedDown, R"sql(
SELECT paper_id, published, updated
FROM paper_categories INDEXED BY paper_categories_cat_published_idx
WHERE category = ?1 AND published >= ?2 AND published <= ?3
ORDER BY published DESC, paper_id)sql"},

    {Sql::kCodeByUpdated, R"sql(
SELECT paper_id, published, updated
FROM paper_categories INDEXED BY paper_categories_cat_updated_idx
WHERE category = ?1 AND published >= ?2 AND published <= ?3 AND updated >= ?4
ORDER BY updated, paper_id)sql"},

    {Sql::kCodeByUpdatedDown, R"sql(
SELECT paper_id, published, updated
FROM paper_categories INDEXED BY paper_categories_cat_updated_idx
WHERE category = ?1 AND published >= ?2 AND published <= ?3 AND updated >= ?4
ORDER BY updated DESC, paper_id)sql"},

    {Sql::kCodeById, R"sql(
SELECT paper_id, NULL, NULL
FROM paper_categories INDEXED BY sqlite_autoindex_paper_categories_1
WHERE category = ?1 ORDER BY paper_id)sql"},

    {Sql::kDatesOfPaper, R"sql(
SELECT published, updated FROM paper_categories INDEXED BY paper_categories_paper_id_idx
WHERE paper_id = ?1 LIMIT 1)sql"},

    {Sql::kCodesOfPaper, R"sql(
SELECT category FROM paper_categories INDEXED BY paper_categories_paper_id_idx
WHERE paper_id = ?1)sql"},

    {Sql::kWindowEntries, R"sql(
SELECT rowid, published, updated FROM papers INDEXED BY papers_published_idx
WHERE published >= ?1 AND published <= ?2)sql"},

    {Sql::kWindowByPublished, R"sql(
SELECT rowid, published, updated FROM papers INDEXED BY papers_published_idx
WHERE published >= ?1 AND published <= ?2
ORDER BY published, rowid)sql"},

    {Sql::kWindowByPublishedDown, R"sql(
SELECT rowid, published, updated FROM papers INDEXED BY papers_published_idx
WHERE published >= ?1 AND published <= ?2
ORDER BY published DESC, rowid)sql"},

    {Sql::kWindowByUpdated, R"sql(
SELECT rowid, published, updated FROM papers INDEXED BY papers_updated_idx
WHERE published >= ?1 AND published <= ?2 AND updated >= ?3
ORDER BY updated, rowid)sql"},

    {Sql::kWindowByUpdatedDown, R"sql(
SELECT rowid, published, updated FROM papers INDEXED BY papers_updated_idx
WHERE published >= ?1 AND published <= ?2 AND updated >= ?3
ORDER BY updated DESC, rowid)sql"},

    {Sql::kEarliestEarlyRevision, R"sql(
SELECT updated FROM papers INDEXED BY papers_revised_early_idx
WHERE updated < published ORDER BY updated LIMIT 1)sql"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kStatements; ++i) {
    if (kTexts[i].sql != static_cast<Sql>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::string_view text_of(Sql sql) {
  return kTexts[static_cast<std::size_t>(sql)].text;
}

Statement& Statements::operator[](Sql sql) {
  auto& statement = prepared_[static_cast<std::size_t>(sql)];
  if (!statement) statement = another(sql);
  return *statement;
}

std::unique_ptr<Statement> Statements::another(Sql sql) const {
  return std::make_unique<Statement>(database_, text_of(sql));
}

bool Statements::has_search_aids() {
  if (!has_aids_)
    has_aids_ = has_search_aid_objects(database_) && read_search_aids(database_).has_value();
  return *has_aids_ && (*this)[Sql::kSearchAids].query(kSearchAidsVersion).next();
}

}  // namespace mirror
