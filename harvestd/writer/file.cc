#include "harvestd/writer/file.h"

#include "common/mirror/lease.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/first_fill.h"
#include "harvestd/writer/transaction.h"

namespace mirror {
namespace {

using base::Code;
using base::Fault;

bool is_empty(const Database& database) {
  return database.integer("SELECT COUNT(*) FROM sqlite_master") == 0;
}

void require_no_lease(const Database& database, std::chrono::milliseconds span,
                      base::WallTime now) {
  const auto lease = read_migration_lease(database);
  LeaseContext context = lease_context(span);
  context.now = now;
  if (!lease || !lease_lives(*lease, context)) return;
  throw Fault(Code::kConflict, "migration_in_progress",
              "Another program (" + lease->holder + ") is upgrading this mirror file.");
}

/// Throws unless this program may write `database` as it is.
void require_ours(const Database& database) {
  const auto version = recorded_version(database);
  if (!version && is_empty(database)) return;
  if (!version) {
    throw Fault(Code::kConfiguration, "",
                "The file is a database, but not a mirror; nothing was changed.");
  }
  if (*version == kSchemaVersion) return;
  const std::string found = "The mirror file has version " + std::to_string(*version) +
                            "; this harvestd writes version " + std::to_string(kSchemaVersion);
  throw Fault(Code::kConfiguration, "",
              found + (*version > kSchemaVersion ? ". Use the newer program that made it."
                                                 : " and cannot upgrade it."));
}

void create_schema(Database& database, base::WallTime now) {
  for (const SchemaObject& object : schema_objects()) {
    if (!is_index_trigger(object)) database.execute(object.create);
  }
  Statement(database, "INSERT INTO schema_version (version, applied_at) VALUES (?1, ?2)")
      .run(kSchemaVersion, base::to_iso(now));
  database.execute("INSERT INTO harvest_state (id, status) VALUES (1, 'pending')");
}

void configure(Database& database) {
  database.trust_schema();
  database.execute("PRAGMA secure_delete = OFF");
  database.execute("PRAGMA foreign_keys = ON");
  database.execute("PRAGMA synchronous = NORMAL");
  database.execute("PRAGMA temp_store = MEMORY");
  database.execute(kWriterCache);
  database.execute("PRAGMA wal_autocheckpoint = 65536");
  if (database.text("PRAGMA journal_mode = WAL") != "wal") {
    throw Fault(Code::kDatabase, "", "The mirror's file system does not allow a write-ahead log.");
  }
}

Database open_persistent(const std::string& path, const std::stop_token& stop) {
  Database database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  constexpr std::chrono::seconds kLockWait(5);
  database.wait_for_locks(kLockWait, stop);
  int persist = 1;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
  return database;
}

}  // namespace

Database open_for_writing(const std::string& path, const OpenRules& rules) {
  Database database = open_persistent(path, rules.stop);
  require_no_lease(database, rules.lease, rules.clock());
  require_ours(database);
  configure(database);
  Transaction transaction(database);
  // What was read before the lock may have changed since.
  require_no_lease(database, rules.lease, rules.clock());
  require_ours(database);
  if (is_empty(database)) create_schema(database, rules.clock());
  transaction.commit();
  return database;
}

void checkpoint(Database& database) {
  database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace mirror
