#include "harvestd/dump/export.h"

#include <filesystem>

#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/mirror/harvest_state.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema.h"
#include "harvestd/dump/dump_output.h"
#include "harvestd/dump/paper_line.h"

namespace mirror {
namespace {

constexpr std::int64_t kNoticeEvery = 1000;

Database open_mirror(const std::string& path) {
  try {
    return open_read_only(path);
  } catch (const CannotOpen& reason) {
    throw base::Fault(base::Code::kDatabase, "", reason.detail + ".");
  }
}

void require_version(const Database& database) {
  const auto version = recorded_version(database);
  if (version == kSchemaVersion) return;
  const bool older = version && *version < kSchemaVersion;
  throw base::Fault(base::Code::kConfiguration, "",
                    !version ? "The file is a database, but not a mirror."
                    : older  ? "The mirror file is of an older version; `harvestd migrate` brings "
                               "it up to date."
                             : "The mirror file is of a newer version than this harvestd.");
}

/// The new file takes the place of the old one, which must not be the mirror.
void require_elsewhere(const std::string& path, const std::string& file) {
  for (const char* part : {"", "-wal", "-shm", ".lock"}) {
    std::error_code none;
    if (!std::filesystem::equivalent(target_of(path) + part, file, none)) continue;
    throw base::Fault(base::Code::kInvalidParams, "",
                      file + " is the mirror itself; name another file for the export.");
  }
}

ExportResult write_papers(const Database& database, const ExportPlan& plan) {
  DumpOutput output(plan.file, plan.stop);
  ExportResult result;
  result.complete = read_harvest_state(database).completed_at.has_value();
  Statement statement(database, export_statement());
  for (Rows rows = statement.query(); rows.next();) {
    output.write(export_line(rows));
    if (++result.papers % kNoticeEvery == 0) plan.notice(result.papers);
  }
  output.finish();
  return result;
}

}  // namespace

ExportResult export_papers(const std::string& path, const ExportPlan& plan) {
  require_elsewhere(path, plan.file);
  Database database = open_mirror(path);
  const InterruptGuard guard(database, base::Deadline::never(), plan.stop);
  try {
    database.execute("BEGIN");
    require_version(database);
    return write_papers(database, plan);
  } catch (const SqliteFault& fault) {
    if (fault.is_interrupt()) throw base::cancelled();
    throw;
  }
}

}  // namespace mirror
