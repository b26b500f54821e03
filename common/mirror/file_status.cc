#include "common/mirror/file_status.h"

#include <sys/stat.h>

#include "common/mirror/lock_file.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"
#include "common/mirror/sqlite.h"

namespace mirror {
namespace {

std::int64_t size_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_size : 0;
}

// A file may lack any of its tables; what one of them cannot say stays unset.
template <class Read>
auto unless_absent(const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const SqliteFault& fault) {
    if (fault.primary_code() != SQLITE_ERROR) throw;
    return std::nullopt;
  }
}

void read_contents(const Database& database, const LeaseContext& context, FileStatus& status) {
  status.schema_version = recorded_version(database);
  status.lease = read_migration_lease(database);
  status.lease_lives = status.lease && lease_lives(*status.lease, context);
  status.state = unless_absent([&] { return std::optional(read_harvest_state(database)); });
  status.papers = unless_absent([&] { return database.integer("SELECT count(*) FROM papers"); });
  status.not_ready = readiness(database, context);
}

}  // namespace

FileStatus read_file_status(const std::string& path, std::chrono::milliseconds lease) {
  FileStatus status;
  status.path = path;
  status.holder = lock_holder(path);
  try {
    const Database database = open_read_only(path);
    status.exists = true;
    status.bytes = size_of(path) + size_of(target_of(path) + "-wal");
    read_contents(database, lease_context(lease), status);
  } catch (const CannotOpen& reason) {
    status.exists = reason.reason != NotReady::kMissing;
    status.bytes = size_of(path);
    status.not_ready = reason.reason;
    status.detail = reason.detail;
  } catch (const SqliteFault& fault) {
    status.exists = true;
    status.bytes = size_of(path);
    status.not_ready = NotReady::kUnreadable;
    status.detail = fault.detail();
  }
  return status;
}

}  // namespace mirror
