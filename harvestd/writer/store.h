#pragma once

/// The mirror file in the hands of its one writer. One thread at a time. Its end brings the side
/// file back into the mirror file.
///
/// A harvest and an import go the same way: continue_fill() once, apply() page by page, and
/// complete() when the list has ended. Only complete() makes a file ready for its readers; until
/// then the full-text index of a new file stays empty (first_fill.h).

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/mirror/harvest_state.h"
#include "common/mirror/sqlite.h"
#include "harvestd/writer/category_rows.h"
#include "harvestd/writer/first_fill.h"
#include "harvestd/writer/list_notes.h"
#include "harvestd/writer/lock.h"
#include "harvestd/writer/migration.h"
#include "harvestd/writer/record.h"

namespace mirror {

class Store {
 public:
  /// Takes the writer's lock and opens or creates the file; throws as WriterLock and
  /// open_for_writing do.
  Store(const std::string& path, const OpenRules& rules);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  HarvestState state() const { return read_harvest_state(database_); }
  std::int64_t count_papers() const;
  bool has_papers() const;
  /// Whether the file holds the paper of `row` in a higher version.
  bool has_newer(const Row& row);

  /// Stores `state`. completed_at and total_records keep their value where `state` has none.
  void write(const HarvestState& state);

  /// Stores `state` as that of a run that failed, and `why`. Never throws for a file that cannot be
  /// written: the failure under way says more.
  void record_failure(HarvestState state, std::string why);

  /// The notes of the list that is being read.
  ListNotes list_notes() const { return read_list_notes(database_); }
  bool has_list_notes() const { return mirror::has_list_notes(database_); }
  /// Writes `state` at the beginning of a list, which has no notes yet.
  void begin_list(const HarvestState& state);

  /// Goes on with a first fill that was broken off while it indexed, and puts the triggers in
  /// place; nothing to do with any other file. Before the first apply(). False when plan.end came
  /// first; throws as fill_indexes does. Either way the next call goes on.
  bool continue_fill(const FillPlan& plan);

  /// One page in one transaction: its changes in order, then `state`, which is not a complete one,
  /// and `notes`. A paper that comes as it is stored changes nothing. Throws SqliteFault with
  /// nothing of it stored, and Fault kInternalError where continue_fill() has work left and there
  /// are changes.
  void apply(std::span<const Change> changes, const HarvestState& state,
             std::span<const std::uint64_t> notes = {});

  /// The list has ended: indexes what a first fill has collected, completes the search aids, then,
  /// in one commit, makes the triggers, drops the list's notes and stores `state`, a complete one,
  /// with total_records from the papers there are. False, with `state` not written, when plan.end
  /// came first; throws as fill_indexes does. Either way a later run's continue_fill() goes on.
  bool complete(HarvestState state, const FillPlan& plan);

 private:
  /// How many of `rows` are of papers that were not there.
  std::int64_t store_rows(std::span<const Change> rows);

  WriterLock lock_;
  Database database_;
  IndexPhase phase_;
  std::optional<std::int64_t> papers_;  ///< how many there are; counting takes long
  Statement stage_;
  Statement store_staged_;
  Statement clear_stage_;
  Statement remove_;
  CategoryRows codes_;
  Statement write_state_;
  Statement has_newer_;
};

}  // namespace mirror
