#include "harvestd/writer/migration_run.h"

#include <limits>

#include "common/base/fault.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/transaction.h"

namespace mirror {

const RowWalk kPaperRows = {"SELECT count(*) FROM papers",
                            "SELECT max(rowid), count(*) FROM"
                            " (SELECT rowid FROM papers WHERE rowid > ?1 ORDER BY rowid LIMIT ?2)"};

const RowWalk kCategoryRows = {
    "SELECT count(*) FROM paper_categories",
    "SELECT max(rowid), count(*) FROM"
    " (SELECT rowid FROM paper_categories WHERE rowid > ?1 ORDER BY rowid LIMIT ?2)"};

MigrationRun::MigrationRun(Database& database, const LeaseClaim& claim, const OpenRules& rules)
    : database_(database),
      claim_(claim),
      rules_(rules),
      found_version_(static_cast<int>(recorded_version(database).value())) {}

void MigrationRun::begin_part(std::string_view name, int to) {
  progress_ = {name, found_version_ == to ? to : to - 1, to};
}

void MigrationRun::commit(const std::function<void()>& work, std::int64_t done, std::int64_t total,
                          std::string_view unit) {
  if (rules_.stop.stop_requested()) throw base::cancelled();
  Transaction transaction(database_);
  claim_.renew(database_, progress_.part, rules_.clock());
  work();
  transaction.commit();
  progress_.done = done;
  progress_.total = total;
  progress_.unit = unit;
  if (rules_.watch) rules_.watch(progress_);
}

void MigrationRun::walk(const RowWalk& table, const std::function<void(const RowWindow&)>& work) {
  const std::int64_t total = database_.integer(table.count).value();
  std::int64_t done = 0;
  RowWindow window{std::numeric_limits<std::int64_t>::min(), 0};
  for (Statement next(database_, table.next);; window.after = window.last) {
    {
      Rows rows = next.query(window.after, rules_.window);
      if (!rows.next() || rows.integer(1) == 0) return;
      window.last = rows.integer(0);
      done += rows.integer(1);
    }
    commit([&] { work(window); }, done, total);
  }
}

void MigrationRun::record_version() {
  progress_.part = "";
  const auto work = [this] {
    database_.execute("DELETE FROM schema_version");
    Statement(database_, "INSERT INTO schema_version (version, applied_at) VALUES (?1, ?2)")
        .run(progress_.to, base::to_iso(rules_.clock()));
    if (progress_.to == kSchemaVersion) claim_.drop(database_);
  };
  commit(work, progress_.done, progress_.total, progress_.unit);
}

}  // namespace mirror
