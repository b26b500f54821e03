#include "harvestd/check/verify.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/base/utf8.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema_check.h"
#include "harvestd/check/full_text_check.h"
#include "harvestd/check/papers_check.h"
#include "harvestd/check/schema_defects.h"
#include "harvestd/check/search_aids_check.h"
#include "harvestd/check/state_check.h"
#include "harvestd/writer/lease_claim.h"

namespace mirror {
namespace {

using base::Code;
using base::Fault;

// There while a list is being read (list_notes.h).
constexpr std::string_view kPassing = "harvest_list_notes";

/// How SQLite answers for a file that holds something else than it should.
bool says_damaged(const SqliteFault& fault) {
  constexpr std::array<int, 5> kCodes = {SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_TOOBIG,
                                         SQLITE_MISMATCH};
  return std::find(kCodes.begin(), kCodes.end(), fault.primary_code()) != kCodes.end();
}

std::vector<std::string> integrity_lines(const Database& database) {
  std::vector<std::string> lines;
  Statement statement(database, "PRAGMA integrity_check");
  for (Rows rows = statement.query(); rows.next();)
    lines.push_back(base::one_line(rows.text(0), 500));
  return lines;
}

class Verification {
 public:
  Verification(const std::string& path, const VerifyPlan& plan) : plan_(plan) {
    report_.path = path;
    report_.quick = plan.quick;
  }

  VerifyReport run() {
    require_file(report_.path);
    try {
      guarded("file", Remedy::kNewFile, [this] { inspect(); });
    } catch (const CannotOpen& reason) {
      const bool empty = reason.reason == NotReady::kUnversioned;
      empty ? add("file", "is empty", Remedy::kFill)
            : add("file", "is damaged: " + reason.detail, Remedy::kNewFile);
    }
    // Anything made anew is made from the papers.
    if (has_lost_papers()) give_up(report_);
    return std::move(report_);
  }

 private:
  bool has_lost_papers() const {
    return std::any_of(report_.defects.begin(), report_.defects.end(), [](const Defect& defect) {
      return defect.object == "papers" && defect.remedy == Remedy::kNewFile;
    });
  }

  void add(std::string object, std::string problem, Remedy remedy) {
    report_.defects.push_back({std::move(object), std::move(problem), remedy, {}});
  }

  void add_all(std::vector<Defect> defects) {
    std::move(defects.begin(), defects.end(), std::back_inserter(report_.defects));
  }

  /// Gives `statements` to the defects of `object` that statements restore and that have none yet.
  void restore_by(std::string_view object, const std::vector<std::string>& statements) {
    for (Defect& defect : report_.defects) {
      const bool wants = defect.remedy == Remedy::kStatements && defect.statements.empty();
      if (wants && defect.object == object) defect.statements = statements;
    }
  }

  /// Damage that stops `check` is a defect of `object`; every other failure goes on its way.
  template <class Check>
  void guarded(std::string_view object, Remedy remedy, const Check& check) {
    try {
      check();
    } catch (const SqliteFault& fault) {
      end_when_asked();
      if (!says_damaged(fault)) throw;
      add(std::string(object), "cannot be read: " + fault.detail(), remedy);
    }
  }

  void end_when_asked() const {
    if (plan_.open.stop.stop_requested()) throw base::cancelled();
  }

  /// Says what comes now, unless a stop request does: SQLite may not look for one in a small file.
  void begin(const std::string& part) const {
    plan_.notice(part);
    end_when_asked();
  }

  void inspect() {
    Database database = open_read_only(report_.path);
    // Nothing can be written all the same: the file is open for reading. The words of the index are
    // read through a table in the temporary database, which this setting would forbid.
    database.execute("PRAGMA temp_store = MEMORY");
    database.execute("PRAGMA query_only = OFF");
    const InterruptGuard guard(database, base::Deadline::never(), plan_.open.stop);
    database.execute("BEGIN");
    require_no_lease(database, plan_.open.lease, plan_.open.clock());
    report_.version = recorded_version(database);
    if (!report_.version) return inspect_unversioned(database);
    if (*report_.version > kSchemaVersion) refuse_newer();
    inspect_state(database);
    add_all(version_defects(database, *report_.version));
    if (*report_.version == kSchemaVersion) inspect_objects(database);
    if (!plan_.quick) inspect_pages(database);
    end_when_asked();
  }

  void inspect_unversioned(const Database& database) {
    if (database.integer("SELECT count(*) FROM sqlite_master") != 0) {
      throw Fault(Code::kConfiguration, "", "The file is a database, but not a mirror.");
    }
    add("file", "is empty", Remedy::kFill);
  }

  [[noreturn]] void refuse_newer() {
    throw Fault(Code::kConfiguration, "",
                "The mirror file has version " + std::to_string(*report_.version) +
                    "; this harvestd knows version " + std::to_string(kSchemaVersion) +
                    ". Use the newer program that made it.");
  }

  void inspect_state(const Database& database) {
    guarded("harvest_state", Remedy::kStatements, [&] {
      try {
        report_.state = read_harvest_state(database);
        report_.papers = report_.state->total_records;
        add_all(state_defects(database, plan_.open.clock()));
      } catch (const SqliteFault& fault) {
        // A table of another shape, which the comparison of the schema names.
        if (fault.primary_code() != SQLITE_ERROR) throw;
      }
    });
    restore_by("harvest_state", recreating_statements(schema_object("harvest_state")));
  }

  void inspect_objects(const Database& database) {
    const auto differences = compare_schema(database);
    const bool first_fill = report_.state && !report_.state->completed_at;
    std::vector<Defect> defects = schema_defects(differences, first_fill);
    report_.checks.push_back(
        "Schema objects: " +
        (defects.empty() ? "as expected" : std::to_string(defects.size()) + " not as expected"));
    add_all(std::move(defects));
    if (first_fill) report_.notices.emplace_back("first fill unfinished; `harvestd init` goes on");
    inspect_foreign_objects(database);
    inspect_content(database, differences);
  }

  void inspect_foreign_objects(const Database& database) {
    constexpr std::size_t kNamed = 10;
    std::size_t unsaid = 0;
    std::size_t named = 0;
    for (const ForeignObject& object : foreign_objects(database)) {
      if (object.name == kPassing) continue;
      if (object.interferes) {
        report_.defects.push_back(foreign_defect(object));
      } else if (named++ < kNamed) {
        report_.notices.push_back("the object " + shown_name(object.name) +
                                  " is not part of the format");
      } else {
        ++unsaid;
      }
    }
    if (unsaid == 0) return;
    report_.notices.push_back("not part of the format either, and not named: " +
                              std::to_string(unsaid));
  }

  /// What stands in the tables, as far as the tables are as they should be.
  void inspect_content(const Database& database, const std::vector<SchemaDifference>& differences) {
    const auto is_sound = [&](std::string_view name) {
      return std::none_of(differences.begin(), differences.end(),
                          [name](const auto& each) { return each.object->name == name; });
    };
    const bool has_papers = is_sound("papers");
    if (!plan_.quick && has_papers && is_sound("paper_categories"))
      guarded("papers", Remedy::kNewFile, [&] { inspect_papers(database); });
    if (has_papers)
      guarded("search_aids", Remedy::kStatements, [&] { inspect_search_aids(database); });
    restore_by("search_aids", {std::string(kRemakeSearchAids)});
    const bool indexed = is_sound("papers_ai") || (report_.state && report_.state->completed_at);
    if (has_papers && is_sound("papers_fts") && is_sound("papers_fts_source") && indexed)
      guarded("papers_fts", Remedy::kStatements, [&] { inspect_full_text(database); });
    restore_by("papers_fts", {std::string(kRebuildFullText)});
  }

  void inspect_papers(const Database& database) {
    begin("Reading the papers and their categories");
    const PapersCheck check = check_papers(database);
    report_.papers = check.papers;
    if (report_.state) add_all(total_defects(*report_.state, check.papers));
    if (check.unsound > 0) {
      std::string problem = "holds " + std::to_string(check.unsound) + " unsound rows:";
      for (const std::string& id : check.unsound_ids)
        problem += " " + id;
      add("papers", problem, Remedy::kHarvest);
    }
    if (!check.categories_agree)
      add("paper_categories", "is not what the papers' categories and dates ask for",
          Remedy::kRepair);
    report_.checks.emplace_back("Papers and categories: read");
  }

  void inspect_search_aids(const Database& database) {
    if (!plan_.quick) begin("Reading the search aids");
    add_all(search_aid_defects(database, plan_.quick));
  }

  void inspect_full_text(const Database& database) {
    if (!plan_.quick) begin("Reading the full-text index");
    const auto problems = plan_.quick ? look_at_full_text(database) : check_full_text(database);
    for (const std::string& problem : problems)
      add("papers_fts", problem, Remedy::kStatements);
    report_.checks.emplace_back(plan_.quick ? "Full-text index: looked at"
                                            : "Full-text index: read");
  }

  void inspect_pages(const Database& database) {
    begin("Reading every page of the file");
    const auto lines = integrity_lines(database);
    for (const std::string& line : lines)
      report_.checks.push_back("integrity_check: " + line);
    if (lines != std::vector<std::string>{"ok"})
      add("file", "fails its integrity check", Remedy::kRepair);
  }

  const VerifyPlan& plan_;
  VerifyReport report_;
};

}  // namespace

void require_file(const std::string& path) {
  try {
    identify_file(path);
  } catch (const CannotOpen& reason) {
    throw Fault(Code::kDatabase, "", reason.detail + ".");
  }
}

VerifyReport verify(const std::string& path, const VerifyPlan& plan) {
  return Verification(path, plan).run();
}

}  // namespace mirror
