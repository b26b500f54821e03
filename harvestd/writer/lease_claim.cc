#include "harvestd/writer/lease_claim.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/fault.h"
#include "common/base/utf8.h"
#include "common/mirror/lease.h"
#include "common/mirror/schema_check.h"

namespace mirror {
namespace {

/// The version that a lease left behind began at, as far as it can be believed.
int version_begun_at(const Database& database, int version) {
  const auto left = read_migration_lease(database);
  const bool sane = left && left->from_version >= 1 && left->from_version < version;
  return sane ? static_cast<int>(left->from_version) : version;
}

bool has_lease_table(const Database& database) {
  const std::vector<SchemaDifference> found = compare_schema(database);
  return std::none_of(found.begin(), found.end(), [](const SchemaDifference& difference) {
    return difference.object->name == "migration_lease";
  });
}

}  // namespace

LeaseClaim::LeaseClaim(std::string holder, std::string acquired_at, int from_version)
    : holder_(std::move(holder)),
      acquired_at_(std::move(acquired_at)),
      from_version_(from_version) {}

LeaseClaim LeaseClaim::take(Database& database, int version, base::WallTime now) {
  LeaseClaim claim(holder_text(this_process()), base::to_iso(now),
                   version_begun_at(database, version));
  tidy_lease_table(database);
  Statement(database,
            "INSERT INTO migration_lease (id, holder, from_version, step, acquired_at, renewed_at)"
            " VALUES (1, ?1, ?2, 'begin', ?3, ?3)")
      .run(claim.holder_, claim.from_version_, claim.acquired_at_);
  return claim;
}

void LeaseClaim::renew(Database& database, std::string_view step, base::WallTime now) const {
  Statement(database,
            "UPDATE migration_lease SET step = ?1, renewed_at = ?2"
            " WHERE id = 1 AND holder = ?3 AND acquired_at = ?4")
      .run(step, base::to_iso(now), holder_, acquired_at_);
  if (sqlite3_changes(database.handle()) == 1) return;
  throw base::Fault(base::Code::kConflict, "migration_lease_lost",
                    "Another program took over the upgrade of this mirror file.");
}

void LeaseClaim::drop(Database& database) const {
  database.execute("DELETE FROM migration_lease");
}

void LeaseClaim::let_lapse(Database& database) const {
  Statement(database,
            "UPDATE migration_lease SET renewed_at = ''"
            " WHERE id = 1 AND holder = ?1 AND acquired_at = ?2")
      .run(holder_, acquired_at_);
}

void require_no_lease(const Database& database, std::chrono::milliseconds span,
                      base::WallTime now) {
  const auto lease = read_migration_lease(database);
  LeaseContext context = lease_context(span);
  context.now = now;
  if (!lease || !lease_lives(*lease, context)) return;
  constexpr std::size_t kNameLimit = 80;
  throw base::Fault(base::Code::kConflict, "migration_in_progress",
                    "Another program (" + base::one_line(lease->holder, kNameLimit) +
                        ") is upgrading this mirror file.");
}

void tidy_lease_table(Database& database) {
  if (!has_lease_table(database)) {
    database.execute("DROP TABLE IF EXISTS migration_lease");
    database.execute(schema_object("migration_lease").create);
  }
  database.execute("DELETE FROM migration_lease");
}

}  // namespace mirror
