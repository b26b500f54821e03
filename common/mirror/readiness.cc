#include "common/mirror/readiness.h"

#include <array>

#include "common/mirror/harvest_state.h"
#include "common/mirror/schema.h"

namespace mirror {
namespace {

constexpr std::array<std::string_view, 8> kDescriptions = {
    "There is no mirror file; `harvestd init` makes one.",
    "The mirror file cannot be read: it is damaged, no mirror, or not permitted. Where its -wal "
    "and -shm are missing, any run of harvestd restores them.",
    "The mirror file is empty or records no schema version; `harvestd init` fills a new one.",
    "The mirror file is of an older version; `harvestd migrate` brings it up to date.",
    "The mirror file was written by a newer harvestd; install the newer programs.",
    "The mirror file is being migrated; it answers again when that is done.",
    "The first harvest has not finished; `harvestd init` continues it.",
    "An index of the mirror file is missing; `harvestd repair` makes it again.",
};

bool has_table(const Database& database, std::string_view name) {
  Statement statement(database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1");
  return statement.query(name).next();
}

bool misses_an_index(const Database& database) {
  Statement statement(database, "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1");
  for (const SchemaObject& object : schema_objects()) {
    if (object.kind == ObjectKind::kIndex && !statement.query(object.name).next()) return true;
  }
  return !has_table(database, "papers_fts");
}

bool is_migrating(const Database& database, const LeaseContext& context) {
  const auto lease = read_migration_lease(database);
  return lease && lease_lives(*lease, context);
}

}  // namespace

std::string_view describe(NotReady reason) {
  return kDescriptions[static_cast<std::size_t>(reason)];
}

std::optional<std::int64_t> recorded_version(const Database& database) {
  const auto column =
      database.integer("SELECT 1 FROM pragma_table_info('schema_version') WHERE name = 'version'");
  if (!column) return std::nullopt;
  return database.integer(
      "SELECT max(iif(typeof(version) = 'integer', version, 0)) FROM schema_version");
}

std::optional<NotReady> readiness(const Database& database, const LeaseContext& context) {
  const auto version = recorded_version(database);
  if (!version) return NotReady::kUnversioned;
  if (*version < 1) return NotReady::kUnreadable;
  if (*version > kSchemaVersion) return NotReady::kNewerVersion;
  if (is_migrating(database, context)) return NotReady::kMigrating;
  if (*version < kSchemaVersion) return NotReady::kOlderVersion;
  if (!read_harvest_state(database).completed_at) return NotReady::kIncomplete;
  if (misses_an_index(database)) return NotReady::kMissingIndex;
  return std::nullopt;
}

}  // namespace mirror
