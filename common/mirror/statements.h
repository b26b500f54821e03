#pragma once

/// Every statement a Reader runs, whole, under a name. Those that search name their index: the
/// file holds no statistics, and without them SQLite picks another and sorts (contract 10.1). The
/// tests read the query plan of each.

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "common/mirror/known_totals.h"
#include "common/mirror/match_filter.h"
#include "common/mirror/sqlite.h"

namespace mirror {

enum class Sql {
  kPaperById,        ///< (id) -> the columns of paper_of_row()
  kPaperByRowid,     ///< (rowid) -> the same
  kIdsByPrefix,      ///< (first, last, limit) -> id, in order
  kStamp,            ///< () -> schema version, schema cookie, whether a harvest was complete
  kDataVersion,      ///< () -> a number that changes when another connection has changed the file
  kSearchAids,       ///< (version) -> a row where the search aids are of it and whole
  kLastRow,          ///< () -> the largest rowid of papers
  kMatchCount,       ///< (match, limit) -> count, no further than limit
  kMatchedRows,      ///< (match) -> rowid, ascending
  kMatches,          ///< (match) -> rowid, score
  kMatchedPapers,    ///< (match) -> rowid, dates of the matches that pass filter()
  kScoredPapers,     ///< (match) -> rowid, score of the same
  kAidedMatches,     ///< the first of these two by the search aids, which spare the papers' rows
  kAidedScores,      ///< the other
  kCountsOfCode,     ///< (code) -> papers, papers whose primary it is; of the search aids
  kCodeCount,        ///< (code, from, to, limit) -> count, no further than limit
  kCodeByPublished,  ///< (code, from, to) -> paper_id, published, updated; ties by paper_id
  kCodeByPublishedDown,
  kCodeByUpdated,  ///< (code, from, to, opening) -> the same columns
  kCodeByUpdatedDown,
  kCodeById,           ///< (code) -> paper_id in order, no dates
  kDatesOfPaper,       ///< (paper_id) -> published, updated
  kCodesOfPaper,       ///< (paper_id) -> category
  kWindowEntries,      ///< (from, to) -> rowid, published, updated; in no promised order
  kWindowByPublished,  ///< (from, to) -> the same; ties by rowid
  kWindowByPublishedDown,
  kWindowByUpdated,  ///< (from, to, opening) -> the same columns
  kWindowByUpdatedDown,
  kEarliestEarlyRevision,  ///< () -> the first `updated` of a paper revised before its submission
  kCount,
};

std::string_view text_of(Sql sql);

/// The statements of one connection, each prepared on first use, and what they have counted.
/// Belongs to the connection's thread; a statement serves one use at a time.
class Statements {
 public:
  explicit Statements(const Database& database) : database_(database) {}
  Statement& operator[](Sql sql);
  /// One more of the same, for walks that run side by side.
  std::unique_ptr<Statement> another(Sql sql) const;
  KnownTotals& totals() { return totals_; }
  MatchFilter& filter() { return filter_; }
  /// Whether the search aids can be used now (schema.h). Their tables are looked for once: what
  /// makes or drops one changes the schema, and with it what a Reader takes for current.
  bool has_search_aids();

 private:
  const Database& database_;
  KnownTotals totals_;
  MatchFilter filter_{database_};
  std::optional<bool> has_aids_;
  std::array<std::unique_ptr<Statement>, static_cast<std::size_t>(Sql::kCount)> prepared_;
};

}  // namespace mirror
