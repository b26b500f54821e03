#pragma once

/// The mirror file in the hands of its one writer. One thread at a time. Its end brings the side
/// file back into the mirror file.

#include <cstdint>
#include <span>
#include <string>

#include "common/mirror/harvest_state.h"
#include "common/mirror/sqlite.h"
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

  /// Stores `state`. completed_at and total_records keep their value where `state` has none.
  void write(const HarvestState& state);

  /// One page in one transaction: its changes in order, then `state` and `notes`. A complete state
  /// gets total_records from the papers then stored, and the list's notes are dropped with it.
  /// Throws SqliteFault with nothing of it stored.
  void apply(std::span<const Change> changes, HarvestState state,
             std::span<const std::uint64_t> notes = {});

  /// The notes of the list that is being read.
  ListNotes list_notes() const { return read_list_notes(database_); }
  /// Writes `state` at the beginning of a list, which has no notes yet.
  void begin_list(const HarvestState& state);

 private:
  void store_rows(std::span<const Change> rows);
  void store_codes(const Row& row);

  WriterLock lock_;
  Database database_;
  Statement stage_;
  Statement store_staged_;
  Statement clear_stage_;
  Statement remove_;
  Statement clear_codes_;
  Statement add_code_;
  Statement write_state_;
};

}  // namespace mirror
