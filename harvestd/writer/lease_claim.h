#pragma once

/// The writing side of the migration lease (contract 9.5, decision 32; lease.h has the reading).

#include <chrono>
#include <string>
#include <string_view>

#include "common/base/clock.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// The lease as this process holds it. A value: giving it up is a commit, not a destructor. Every
/// call is one statement or a few within the caller's transaction.
class LeaseClaim {
 public:
  /// Takes the lease, whoever had it: the caller has seen that it does not live. Makes the table
  /// anew where it is missing or of another shape. `version` is what the file records; a migration
  /// that this one takes up keeps the version it began at.
  static LeaseClaim take(Database& database, int version, base::WallTime now);

  /// The version at which the file's migration began, that is this one or the ones it takes up.
  int from_version() const { return from_version_; }

  /// Says that the holder is alive and at `step`. Throws Fault kConflict `migration_lease_lost`
  /// when the lease is no longer this one's.
  void renew(Database& database, std::string_view step, base::WallTime now) const;

  void drop(Database& database) const;

  /// Lets it lapse: the migration was broken off, and whoever is next may go on at once.
  void let_lapse(Database& database) const;

 private:
  LeaseClaim(std::string holder, std::string acquired_at, int from_version);

  std::string holder_;
  std::string acquired_at_;
  int from_version_;
};

/// Throws Fault kConflict `migration_in_progress` while another program's lease lives, that is was
/// renewed within `span` before `now`.
void require_no_lease(const Database& database, std::chrono::milliseconds span, base::WallTime now);

/// Makes the lease's table anew where it is missing or of another shape, and removes what a holder
/// left behind. Within the caller's transaction, which has found no lease alive.
void tidy_lease_table(Database& database);

}  // namespace mirror
