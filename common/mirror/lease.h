#pragma once

/// The row by which a migration tells everyone that it is running (decision 32, contract 9.5).
/// Written by harvestd alone; deciding whether a lease lives is a pure function.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/clock.h"

namespace mirror {

class Database;

/// A process, named so that another one on the same host can tell whether it still runs.
struct Holder {
  std::string host;
  std::int64_t pid = 0;
  std::int64_t start = 0;  ///< clock ticks from boot to its start (proc(5)), 0 when unknown

  bool operator==(const Holder&) const = default;
};

/// `host/pid/start`, the form of the lease's `holder`.
std::string holder_text(const Holder& holder);
/// Nothing for a text of another form: a foreign writer's.
std::optional<Holder> parse_holder(std::string_view text);

/// The calling process.
Holder this_process();
/// Whether the process `holder` names runs on this host; the host's name is not looked at. A
/// process that may not be looked into counts as running.
bool process_runs(const Holder& holder);

struct MigrationLease {
  std::string holder;
  std::int64_t from_version = 0;
  std::string step;
  std::string acquired_at;  ///< ISO instant
  std::string renewed_at;   ///< ISO instant; empty once the holder has given up

  bool operator==(const MigrationLease&) const = default;
};

/// The stored lease; nothing when there is no row or no table. A row in a table of another shape is
/// a foreign writer's (decision 28): its holder is the column of that name if there is one, and
/// renewed_at the latest instant that the row holds, empty where it holds none. Throws SqliteFault.
std::optional<MigrationLease> read_migration_lease(const Database& database);

/// Where and when a lease is judged.
struct LeaseContext {
  base::WallTime now;
  std::chrono::milliseconds span;  ///< how long a lease lives after it was last renewed
  std::string host;
  std::function<bool(const Holder&)> runs;
};

/// This host, now.
LeaseContext lease_context(std::chrono::milliseconds span);

/// True while the lease was renewed within the span (in either direction, should clocks differ),
/// unless its holder is a process of this host that is gone.
bool lease_lives(const MigrationLease& lease, const LeaseContext& context);

}  // namespace mirror
