#pragma once

/// The first fill of a mirror file (decision 31): until a list has been read to its end for the
/// first time nobody searches the file, so its papers are stored without the three triggers of the
/// full-text index and without the indexes that only readers use. At the end the full-text index is
/// filled in large windows and their segments merged, each other index is made from sorted rows,
/// and the search aids are filled (search_aids_fill.h). Every window and every index is one commit,
/// so that a process may die anywhere; what follows from the file alone says how to go on.

#include "common/mirror/schema.h"
#include "common/mirror/sqlite.h"
#include "harvestd/writer/fill_plan.h"

namespace mirror {

/// What of a file decides how its full-text index comes to its papers.
struct IndexFacts {
  bool completed = false;  ///< completed_at is set
  bool triggers = false;   ///< at least one of the three is there
  bool indexed = false;    ///< at least one paper is in the index

  bool operator==(const IndexFacts&) const = default;
};

enum class IndexPhase {
  kCollecting,  ///< papers are stored, none is indexed
  kFilling,     ///< the papers are being indexed: none may change until all are
  kKept,        ///< the triggers index what is stored
};

/// A completed file is never filled again, whatever it misses: that is for verify to say and for
/// repair to mend.
IndexPhase index_phase(const IndexFacts& facts);

IndexFacts read_index_facts(const Database& database);

/// True of the three triggers that keep the full-text index.
bool is_index_trigger(const SchemaObject& object);

/// True of the objects that a file in its first fill may lack: those triggers, and every index but
/// the one by which the writer itself finds a paper's codes.
bool comes_late(const SchemaObject& object);

/// Indexes the papers that are not indexed yet, in the order of their rowids, then makes the other
/// indexes that are missing and the search aids. True when nothing is; false when plan.end came
/// first. Throws Fault kCancelled after a stop request, SqliteFault; what was committed stays, and
/// the next call goes on behind it. Not within a transaction.
bool fill_indexes(Database& database, const FillPlan& plan);

/// Has FTS5 write rarely and merge only what it must, for an index that is to be filled as a whole.
/// The settings are of the file, and outlive a kill. Within the caller's transaction.
void prepare_index(Database& database);

/// Makes the triggers, which keep the index from here on, and gives FTS5 its default settings back.
/// Within the caller's transaction.
void hand_over_to_triggers(Database& database);

}  // namespace mirror
