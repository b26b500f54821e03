#include "harvestd/check/state_check.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/utf8.h"
#include "common/mirror/schema.h"
#include "harvestd/writer/checkpoint.h"

namespace mirror {
namespace {

constexpr std::string_view kRow = R"sql(
SELECT status, last_datestamp, started_at, completed_at, total_records,
  typeof(total_records) IN ('integer', 'null')
FROM harvest_state WHERE id = 1)sql";

constexpr std::string_view kCountAgain =
    "UPDATE harvest_state SET total_records = (SELECT COUNT(*) FROM papers)";

using Text = std::optional<std::string>;

std::string shown(std::string_view value) {
  return "'" + base::one_line(value, 40) + "'";
}

bool is_status(std::string_view word) {
  for (const auto status : {HarvestStatus::kPending, HarvestStatus::kInProgress,
                            HarvestStatus::kComplete, HarvestStatus::kError}) {
    if (word == harvest_status_name(status)) return true;
  }
  return false;
}

/// The defects of one row, column by column.
class StateCheck {
 public:
  explicit StateCheck(base::WallTime now) : latest_(latest_datestamp(now)) {}

  void check_status(std::string_view status, bool completed) {
    // What a token of another list leads to nobody knows; the checkpoint says where to go on.
    constexpr std::string_view kBrokeOff =
        "UPDATE harvest_state SET status = 'error', resumption_token = NULL";
    if (!is_status(status)) {
      add("has the status " + shown(status) + ", which is none", kBrokeOff);
    } else if (status == harvest_status_name(HarvestStatus::kComplete) && !completed) {
      add("is complete, but was never completed", kBrokeOff);
    }
  }

  void check_checkpoint(const Text& day) {
    const auto problem = day ? checkpoint_problem(*day, latest_) : std::nullopt;
    if (problem) {
      add("has the last_datestamp " + shown(*day) + ", which " + *problem,
          "UPDATE harvest_state SET last_datestamp = NULL, resumption_token = NULL");
    } else if (day) {
      reached_ = *day;
    }
  }

  void check_instant(std::string_view column, const Text& value, const std::string& cure) {
    const auto time = value ? base::parse_iso(*value) : std::nullopt;
    const bool to_come = time && base::to_date(*time) > latest_;
    if (!value || (time && !to_come)) return;
    add("has the " + std::string(column) + " " + shown(*value) + ", which " +
            (to_come ? "is to come" : "is no instant"),
        cure);
  }

  /// An instant under which a run that is known to have ended is stored when its own is lost.
  std::string reached() const { return "'" + reached_ + "T00:00:00.000Z'"; }

  void check_total(bool is_number, std::int64_t total) {
    if (!is_number || total < 0) add("has a total_records that counts nothing", kCountAgain);
  }

  void add(std::string problem, std::string_view statement) {
    defects_.push_back(
        {"harvest_state", std::move(problem), Remedy::kStatements, {std::string(statement)}});
  }

  std::vector<Defect> take() { return std::move(defects_); }

 private:
  const std::string latest_;
  std::string reached_{kEarliestDatestamp};
  std::vector<Defect> defects_;
};

}  // namespace

std::vector<Defect> version_defects(const Database& database, std::int64_t version) {
  const std::string number = std::to_string(version);
  const std::string object = "schema_version";
  if (version < 1)
    return {{object, "records " + number + ", which no mirror has", Remedy::kNewFile, {}}};
  std::vector<Defect> defects;
  if (version < kSchemaVersion)
    defects.push_back({object, "is of an older version", Remedy::kMigrate, {}});
  const auto rows = database.integer("SELECT COUNT(*) FROM schema_version").value();
  if (rows != 1) {
    defects.push_back({object,
                       "holds " + std::to_string(rows) + " rows",
                       Remedy::kStatements,
                       {"DELETE FROM schema_version WHERE version <> " + number}});
  }
  return defects;
}

std::vector<Defect> state_defects(const Database& database, base::WallTime now) {
  StateCheck check(now);
  Statement statement(database, kRow);
  Rows row = statement.query();
  if (!row.next()) {
    check.add("has no row", "INSERT INTO harvest_state (id, status) VALUES (1, 'pending')");
    return check.take();
  }
  check.check_status(row.text(0), !row.is_null(3));
  check.check_checkpoint(row.optional_text(1));
  check.check_instant("started_at", row.optional_text(2),
                      "UPDATE harvest_state SET started_at = NULL");
  check.check_instant("completed_at", row.optional_text(3),
                      "UPDATE harvest_state SET completed_at = " + check.reached());
  check.check_total(row.integer(5) != 0, row.integer(4));
  return check.take();
}

std::vector<Defect> total_defects(const HarvestState& state, std::int64_t papers) {
  if (state.status != HarvestStatus::kComplete || state.total_records == papers) return {};
  const std::string stored =
      state.total_records ? std::to_string(*state.total_records) : std::string("none");
  return {{"harvest_state",
           "has the total_records " + stored + ", where there are " + std::to_string(papers),
           Remedy::kStatements,
           {std::string(kCountAgain)}}};
}

}  // namespace mirror
