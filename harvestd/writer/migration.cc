#include "harvestd/writer/migration.h"

#include "common/base/fault.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/migration_parts.h"

namespace mirror {
namespace {

/// One part of the step to version `to`.
struct Part {
  int to;
  std::string_view name;
  void (*run)(MigrationRun& run);
  bool at_this_version = false;  ///< also done in a file that is of version `to` already
};

constexpr Part kParts[] = {
    {2, "dates", convert_dates},
    {2, "categories", fill_categories},
    {3, "full-text index", rebuild_full_text},
    {4, "published", fill_published},
    {4, "date indexes", define_date_indexes},
    {5, "quotes", decode_quotes},
    {5, "paper index", define_paper_index},
    {6, "TeX", convert_tex},
    {7, "full-text index", refold_full_text},
    {7, "indexes", define_other_indexes, true},
};

void take_step(MigrationRun& run, int to) {
  const bool is_there = run.found_version() == to;
  for (const Part& part : kParts) {
    if (part.to != to || (is_there && !part.at_this_version)) continue;
    run.begin_part(part.name, to);
    part.run(run);
  }
  run.record_version();
}

void take_steps(Database& database, const LeaseClaim& claim, const OpenRules& rules) {
  const InterruptGuard guard(database, base::Deadline::never(), rules.stop);
  MigrationRun run(database, claim, rules);
  if (run.found_version() == kSchemaVersion) take_step(run, kSchemaVersion);
  for (int to = run.found_version() + 1; to <= kSchemaVersion; ++to)
    take_step(run, to);
}

/// As far as the file can be written; a lease that stays lapses by itself.
void give_up(Database& database, const LeaseClaim& claim) {
  try {
    claim.let_lapse(database);
  } catch (const base::Fault&) {  // what ended the migration says more
  }
}

}  // namespace

std::string progress_text(const MigrationProgress& progress) {
  std::string text =
      "mirror migration v" + std::to_string(progress.from) + "->v" + std::to_string(progress.to);
  if (progress.part.empty()) return text + ": done";
  return text + " (" + std::string(progress.part) + "): " + std::to_string(progress.done) + "/" +
         std::to_string(progress.total) + " " + std::string(progress.unit);
}

std::optional<LeaseClaim> claim_migration(Database& database, const OpenRules& rules) {
  const int version = static_cast<int>(recorded_version(database).value());
  if (version < kSchemaVersion || has_other_indexes(database))
    return LeaseClaim::take(database, version, rules.clock());
  tidy_lease_table(database);
  return std::nullopt;
}

void migrate(Database& database, const LeaseClaim& claim, const OpenRules& rules) {
  try {
    take_steps(database, claim, rules);
  } catch (const base::Fault& fault) {
    give_up(database, claim);
    const auto* sqlite = dynamic_cast<const SqliteFault*>(&fault);
    if (sqlite != nullptr && sqlite->is_interrupt()) throw base::cancelled();
    throw;
  }
}

}  // namespace mirror
