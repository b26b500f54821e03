#include <string>

#include "common/arxiv/tex.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/category_rows.h"
#include "harvestd/writer/migration_parts.h"
#include "harvestd/writer/record.h"
#include "harvestd/writer/text_function.h"

namespace mirror {
namespace {

constexpr std::string_view kConvertDates = R"sql(
UPDATE papers
SET published = stored_date(published), updated = stored_date(updated),
  latest_version = stored_date(latest_version)
WHERE rowid > ?1 AND rowid <= ?2
  AND (published, updated, latest_version)
    IS NOT (stored_date(published), stored_date(updated), stored_date(latest_version)))sql";

constexpr std::string_view kPapersWithCodes = R"sql(
SELECT id, categories, updated, published FROM papers WHERE rowid > ?1 AND rowid <= ?2)sql";

// Only these two references were ever stored as sent; `&amp;#39;` holds neither.
constexpr std::string_view kDecodeQuotes = R"sql(
UPDATE papers
SET title = replace(replace(title, '&#39;', ''''), '&#34;', '"'),
  authors = replace(replace(authors, '&#39;', ''''), '&#34;', '"'),
  abstract = replace(replace(abstract, '&#39;', ''''), '&#34;', '"'),
  comment = replace(replace(comment, '&#39;', ''''), '&#34;', '"'),
  journal_ref = replace(replace(journal_ref, '&#39;', ''''), '&#34;', '"'),
  doi = replace(replace(doi, '&#39;', ''''), '&#34;', '"')
WHERE rowid > ?1 AND rowid <= ?2
  AND (instr(title, '&#39;') OR instr(title, '&#34;')
    OR instr(authors, '&#39;') OR instr(authors, '&#34;')
    OR instr(abstract, '&#39;') OR instr(abstract, '&#34;')
    OR instr(comment, '&#39;') OR instr(comment, '&#34;')
    OR instr(journal_ref, '&#39;') OR instr(journal_ref, '&#34;')
    OR instr(doi, '&#39;') OR instr(doi, '&#34;')))sql";

// A comment or reference of which nothing is left is NULL, as a harvest stores it.
constexpr std::string_view kConvertTex = R"sql(
UPDATE papers
SET title = plain.title, authors = plain.authors, abstract = plain.abstract,
  comment = plain.comment, journal_ref = plain.journal_ref
FROM (
  SELECT rowid AS at, tex_to_unicode(title) AS title, tex_to_unicode(authors) AS authors,
    tex_to_unicode(abstract) AS abstract, nullif(tex_to_unicode(comment), '') AS comment,
    nullif(tex_to_unicode(journal_ref), '') AS journal_ref
  FROM papers
  WHERE rowid > ?1 AND rowid <= ?2
    AND (instr(title, '\') OR instr(title, '{{') OR instr(authors, '\') OR instr(authors, '{{')
      OR instr(abstract, '\') OR instr(abstract, '{{') OR instr(comment, '\')
      OR instr(comment, '{{') OR instr(journal_ref, '\') OR instr(journal_ref, '{{'))) AS plain
WHERE papers.rowid = plain.at
  AND (papers.title, papers.authors, papers.abstract, papers.comment, papers.journal_ref)
    IS NOT (plain.title, plain.authors, plain.abstract, plain.comment, plain.journal_ref))sql";

void add_codes(Database& database, const RowWindow& window) {
  Statement papers(database, kPapersWithCodes);
  CategoryRows codes(database);
  for (Rows rows = papers.query(window.after, window.last); rows.next();)
    codes.add(rows.text(0), rows.text(1), rows.text(2), rows.text(3));
}

/// Runs `sql` once for each window of papers.
void update_papers(MigrationRun& run, std::string_view sql) {
  Statement update(run.database(), sql);
  run.walk(kPaperRows, [&](const RowWindow& window) { update.run(window.after, window.last); });
}

}  // namespace

void convert_dates(MigrationRun& run) {
  const TextFunction function(run.database(), "stored_date", stored_date);
  update_papers(run, kConvertDates);
}

void fill_categories(MigrationRun& run) {
  Database& database = run.database();
  const std::int64_t papers = database.integer(kPaperRows.count).value();
  // Whatever is there is what a migration broken off here has left.
  const auto start = [&] {
    database.execute("DROP TABLE IF EXISTS paper_categories");
    database.execute(schema_object("paper_categories").create);
  };
  run.commit(start, 0, papers);
  run.walk(kPaperRows, [&](const RowWindow& window) { add_codes(database, window); });
}

void decode_quotes(MigrationRun& run) {
  update_papers(run, kDecodeQuotes);
}

void convert_tex(MigrationRun& run) {
  const TextFunction function(run.database(), "tex_to_unicode", arxiv::tex_to_unicode);
  update_papers(run, kConvertTex);
}

}  // namespace mirror
