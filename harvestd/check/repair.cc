#include "harvestd/check/repair.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "common/base/deadline.h"
#include "common/base/text.h"
#include "common/mirror/schema_check.h"
#include "harvestd/check/discard_full_text.h"
#include "harvestd/check/papers_check.h"
#include "harvestd/check/schema_defects.h"
#include "harvestd/check/search_aids_check.h"
#include "harvestd/writer/file.h"
#include "harvestd/writer/lock.h"
#include "harvestd/writer/search_aids_fill.h"
#include "harvestd/writer/transaction.h"

namespace mirror {
namespace {

/// What one round has to do, from a report.
struct Work {
  std::vector<std::string> statements;
  bool reindex = false;
  bool refill = false;     ///< the rows of paper_categories
  bool full_text = false;  ///< the statements ask for a new full-text index
  bool aids = false;       ///< the search aids are to be made anew
  bool any = false;
};

bool names(const VerifyReport& report, std::string_view object, Remedy remedy) {
  return std::any_of(report.defects.begin(), report.defects.end(), [&](const Defect& defect) {
    return defect.object == object && defect.remedy == remedy;
  });
}

Work work_for(const VerifyReport& report) {
  Work work;
  work.reindex = names(report, "file", Remedy::kRepair);
  work.refill = names(report, "paper_categories", Remedy::kRepair);
  work.aids = std::any_of(report.defects.begin(), report.defects.end(),
                          [](const Defect& defect) { return is_search_aid(defect.object); });
  work.statements = restoring_statements(report);
  work.any = std::any_of(report.defects.begin(), report.defects.end(), [](const Defect& defect) {
    return defect.remedy == Remedy::kRepair || defect.remedy == Remedy::kStatements;
  });
  work.full_text = std::find(work.statements.begin(), work.statements.end(), kRebuildFullText) !=
                   work.statements.end();
  return work;
}

class Repair {
 public:
  Repair(const std::string& path, const VerifyPlan& plan)
      : path_(path), plan_(plan), lock_(path, plan.open.clock) {}

  VerifyReport run() {
    bring_up_to_date();
    VerifyReport report = verify(path_, plan_);
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds && !report.ok(); ++round) {
      const std::vector<Defect> before = report.defects;
      const Work work = work_for(report);
      if (!work.any) break;
      const bool done = mend(work);
      report = verify(path_, plan_);
      if (!done || report.defects == before) {
        give_up(report);  // what did not help is not to be advised again
        break;
      }
    }
    return report;
  }

 private:
  /// Migrates an older file and completes the search aids; a damaged one is verify's to describe.
  void bring_up_to_date() {
    try {
      Database database = open_for_writing(path_, plan_.open);
      checkpoint(database);
    } catch (const SqliteFault& fault) {
      if (!is_damage(fault)) throw;
    }
  }

  static bool is_damage(const SqliteFault& fault) {
    constexpr std::array<int, 3> kCodes = {SQLITE_CORRUPT, SQLITE_NOTADB,
                                           SQLITE_ERROR};  // the last for a table that is missing
    return std::find(kCodes.begin(), kCodes.end(), fault.primary_code()) != kCodes.end();
  }

  /// False when SQLite cannot do it in this file.
  bool mend(const Work& work) {
    try {
      apply(work);
      bring_up_to_date();  // makes the full-text index anew where a statement asked for it
      return true;
    } catch (const SqliteFault& fault) {
      if (!is_damage(fault) && fault.primary_code() != SQLITE_CONSTRAINT) throw;
      return false;
    }
  }

  void apply(const Work& work) {
    OpenRules rules = plan_.open;
    rules.search_aids = false;  // which take the papers to be mended first
    Database database = open_for_writing(path_, rules);
    const InterruptGuard guard(database, base::Deadline::never(), plan_.open.stop);
    Transaction transaction(database);
    drop_interfering(database);
    // Their triggers may be of a table that is gone, or go with one that is made anew.
    if (work.aids || work.refill) drop_search_aids(database);
    if (work.refill) remake_categories(database);
    if (work.full_text) discard_full_text(database);
    for (const std::string& statement : work.statements) {
      plan_.notice(base::collapse_space(statement).substr(0, 100));
      database.execute(statement);
    }
    if (work.reindex) {
      plan_.notice("Making SQLite's indexes anew");
      database.execute("REINDEX");
    }
    if (work.refill) {
      plan_.notice("Comparing the papers' categories");
      const auto mended = mend_categories(database);
      plan_.notice("Categories of " + std::to_string(mended) + " papers made anew");
    }
    transaction.commit();
  }

  /// First of all, so that none of them has a say in what is mended.
  void drop_interfering(Database& database) {
    for (const ForeignObject& object : foreign_objects(database)) {
      if (!object.interferes) continue;
      plan_.notice("Removing " + shown_name(object.name));
      database.execute(drop_statement(object));
    }
  }

  /// Makes the table anew where it is not what the schema says, with all that goes with it.
  void remake_categories(Database& database) {
    const SchemaObject& table = schema_object("paper_categories");
    const auto differences = compare_schema(database);
    const bool differs = std::any_of(differences.begin(), differences.end(),
                                     [&](const auto& each) { return each.object == &table; });
    if (!differs) return;
    plan_.notice("Making paper_categories anew");
    for (const std::string& statement : recreating_statements(table))
      database.execute(statement);
    for (const SchemaObject* object : objects_on(table.name)) {
      for (const std::string& statement : recreating_statements(*object))
        database.execute(statement);
    }
  }

  const std::string path_;
  const VerifyPlan& plan_;
  const WriterLock lock_;
};

}  // namespace

VerifyReport repair(const std::string& path, const VerifyPlan& plan) {
  require_file(path);
  return Repair(path, plan).run();
}

}  // namespace mirror
