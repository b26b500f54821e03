#include "harvestd/writer/file.h"

#include "common/mirror/harvest_state.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema.h"
#include "common/mirror/schema_check.h"
#include "harvestd/writer/first_fill.h"
#include "harvestd/writer/search_aids_fill.h"
#include "harvestd/writer/transaction.h"

namespace mirror {
namespace {

using base::Code;
using base::Fault;

bool is_empty(const Database& database) {
  return database.integer("SELECT COUNT(*) FROM sqlite_master") == 0;
}

[[noreturn]] void refuse(const std::string& why) {
  throw Fault(Code::kConfiguration, "", why);
}

/// What an older file must have as this program knows it: the tables that its version has and that
/// no later one changed.
void require_known_tables(const Database& database, std::int64_t version) {
  for (const auto& [object, difference] : compare_schema(database)) {
    const bool is_known = object->kind == ObjectKind::kTable && !object->full_text &&
                          object->since <= version && object->name != "migration_lease";
    if (is_known) {
      refuse("The mirror file has version " + std::to_string(version) + ", but its table " +
             std::string(object->name) + " is not that of this version; nothing was changed.");
    }
  }
}

/// Throws unless this program may write `database` as it is.
void require_ours(const Database& database) {
  const auto version = recorded_version(database);
  if (!version && is_empty(database)) return;
  if (!version) refuse("The file is a database, but not a mirror; nothing was changed.");
  if (*version < 1) {
    refuse("The mirror file records version " + std::to_string(*version) +
           ", which no mirror has; nothing was changed.");
  }
  if (*version > kSchemaVersion) {
    refuse("The mirror file has version " + std::to_string(*version) +
           "; this harvestd writes version " + std::to_string(kSchemaVersion) +
           ". Use the newer program that made it.");
  }
  if (*version < kSchemaVersion) require_known_tables(database, *version);
}

void create_schema(Database& database, base::WallTime now) {
  for (const SchemaObject& object : schema_objects()) {
    if (!comes_late(object)) database.execute(object.create);
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
  database.execute(kWriterCache);
  database.execute("PRAGMA wal_autocheckpoint = 65536");
  // Changing the journal waits for no lock that another program holds; a transaction does.
  if (database.text("PRAGMA journal_mode") != "wal") Transaction(database).commit();
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

/// For the file of a finished first fill; another one gets them at its end.
void complete_search_aids(Database& database, const OpenRules& rules) {
  if (!rules.search_aids || !read_harvest_state(database).completed_at) return;
  FillPlan plan;
  plan.stop = rules.stop;
  plan.window = rules.window;
  plan.notice = [&rules](const FillProgress& progress) {
    if (!rules.watch) return;
    rules.watch({"search aids", kSchemaVersion, kSchemaVersion, progress.indexed, progress.papers});
  };
  fill_search_aids(database, plan);
}

/// What SQLite would only fail to open, or wait for.
void require_file_or_nothing(const std::string& path) {
  try {
    identify_file(path);
  } catch (const CannotOpen& reason) {
    if (reason.reason != NotReady::kMissing) throw Fault(Code::kDatabase, "", reason.detail + ".");
  }
}

void require_writable(const Database& database, const OpenRules& rules) {
  require_no_lease(database, rules.lease, rules.clock());
  require_ours(database);
}

/// Makes a new file, or takes the lease that an older one has to be migrated under.
std::optional<LeaseClaim> prepare(Database& database, const OpenRules& rules) {
  Transaction transaction(database);
  // What was read before the lock may have changed since.
  require_writable(database, rules);
  if (is_empty(database)) create_schema(database, rules.clock());
  std::optional<LeaseClaim> claim = claim_migration(database, rules);
  transaction.commit();
  return claim;
}

}  // namespace

Database open_for_writing(const std::string& path, const OpenRules& rules) {
  require_file_or_nothing(path);
  Database database = open_persistent(path, rules.stop);
  require_writable(database, rules);
  configure(database);
  if (const auto claim = prepare(database, rules)) migrate(database, *claim, rules);
  complete_search_aids(database, rules);
  // The rows of a page are staged in memory. Only now: an index is sorted where its size matters
  // less.
  database.execute("PRAGMA temp_store = MEMORY");
  return database;
}

Database open_sorter(const Database& database) {
  Database sorter = open_persistent(sqlite3_db_filename(database.handle(), "main"), {});
  configure(sorter);
  // SQLite sorts in as much memory.
  sorter.execute("PRAGMA cache_size = -32768");
  return sorter;
}

void checkpoint(Database& database) {
  database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace mirror
