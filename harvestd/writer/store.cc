#include "harvestd/writer/store.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "harvestd/writer/file.h"
#include "harvestd/writer/search_aids_fill.h"
#include "harvestd/writer/transaction.h"

namespace mirror {
namespace {

// Rows are staged and stored by one statement a page: SQLite makes FTS5 write out what it holds
// before each statement that fires its triggers, which row by row costs a segment a paper.
constexpr std::string_view kCreateStage =
    "CREATE TEMP TABLE stage (id, version, title, authors, abstract, primary_category, categories,"
    " published, updated, comment, journal_ref, doi)";

constexpr std::string_view kStage =
    "INSERT INTO temp.stage VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

// The rowid of a known paper stays, and a paper that arrives unchanged, as an inclusive refresh
// brings them, leaves its row and the full-text index alone. What is returned was new or changed.
constexpr std::string_view kStoreStaged =
    "INSERT INTO papers (id, version, title, authors, abstract, primary_category, categories,"
    " published, updated, latest_version, comment, journal_ref, doi)"
    " SELECT id, version, title, authors, abstract, primary_category, categories, published,"
    " updated, updated, comment, journal_ref, doi FROM temp.stage WHERE true ORDER BY rowid"
    " ON CONFLICT (id) DO UPDATE SET version = excluded.version, title = excluded.title,"
    " authors = excluded.authors, abstract = excluded.abstract,"
    " primary_category = excluded.primary_category, categories = excluded.categories,"
    " published = excluded.published, updated = excluded.updated,"
    " latest_version = excluded.latest_version, comment = excluded.comment,"
    " journal_ref = excluded.journal_ref, doi = excluded.doi"
    " WHERE (papers.version, papers.title, papers.authors, papers.abstract,"
    " papers.primary_category, papers.categories, papers.published, papers.updated,"
    " papers.latest_version, papers.comment, papers.journal_ref, papers.doi)"
    " IS NOT (excluded.version, excluded.title, excluded.authors, excluded.abstract,"
    " excluded.primary_category, excluded.categories, excluded.published, excluded.updated,"
    " excluded.latest_version, excluded.comment, excluded.journal_ref, excluded.doi)"
    " RETURNING rowid, id";

constexpr std::string_view kClearStage = "DELETE FROM temp.stage";

constexpr std::string_view kRemove = "DELETE FROM papers WHERE id = ?1";

constexpr std::string_view kWriteState =
    "INSERT INTO harvest_state (id, status, last_datestamp, resumption_token, started_at,"
    " completed_at, total_records, error_message)"
    " VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    " ON CONFLICT (id) DO UPDATE SET status = excluded.status,"
    " last_datestamp = excluded.last_datestamp, resumption_token = excluded.resumption_token,"
    " started_at = excluded.started_at,"
    " completed_at = COALESCE(excluded.completed_at, completed_at),"
    " total_records = COALESCE(excluded.total_records, total_records),"
    " error_message = excluded.error_message";

constexpr std::string_view kHasNewer =
    "SELECT 1 FROM papers WHERE id = ?1 AND CAST(version AS INTEGER) > CAST(?2 AS INTEGER)";

/// How many papers there are, where a run that ended well has left their number.
std::optional<std::int64_t> known_papers(const Database& database) {
  const HarvestState state = read_harvest_state(database);
  return state.status == HarvestStatus::kComplete ? state.total_records : std::nullopt;
}

/// `database` with the table that kStage fills.
Database& with_stage(Database& database) {
  database.execute(kCreateStage);
  return database;
}

}  // namespace

Store::Store(const std::string& path, const OpenRules& rules)
    : lock_(path, rules.clock),
      database_(open_for_writing(path, rules)),
      phase_(index_phase(read_index_facts(database_))),
      papers_(known_papers(database_)),
      stage_(with_stage(database_), kStage),
      store_staged_(database_, kStoreStaged),
      clear_stage_(database_, kClearStage),
      remove_(database_, kRemove),
      codes_(database_),
      write_state_(database_, kWriteState),
      has_newer_(database_, kHasNewer) {}

Store::~Store() {
  try {
    checkpoint(database_);
  } catch (const base::Fault&) {
    // Everything is stored all the same; the side file is only longer than it could be.
  }
}

std::int64_t Store::count_papers() const {
  return database_.integer("SELECT COUNT(*) FROM papers").value();
}

bool Store::has_papers() const {
  return database_.integer("SELECT 1 FROM papers LIMIT 1").has_value();
}

bool Store::has_newer(const Row& row) {
  return has_newer_.query(row.id, row.version).next();
}

void Store::write(const HarvestState& state) {
  write_state_.run(harvest_status_name(state.status), state.last_datestamp, state.resumption_token,
                   state.started_at, state.completed_at, state.total_records, state.error_message);
}

void Store::record_failure(HarvestState state, std::string why) {
  state.status = HarvestStatus::kError;
  state.error_message = std::move(why);
  try {
    write(state);
  } catch (const SqliteFault&) {
    // As the header says.
  }
}

void Store::begin_list(const HarvestState& state) {
  Transaction transaction(database_);
  drop_list_notes(database_);
  write(state);
  transaction.commit();
}

bool Store::continue_fill(const FillPlan& plan) {
  if (phase_ != IndexPhase::kFilling) return true;
  if (!fill_indexes(database_, plan)) return false;
  Transaction transaction(database_);
  hand_over_to_triggers(database_);
  transaction.commit();
  phase_ = IndexPhase::kKept;
  return true;
}

bool Store::complete(HarvestState state, const FillPlan& plan) {
  const bool fills = phase_ != IndexPhase::kKept;
  if (fills) phase_ = IndexPhase::kFilling;
  const bool filled = fills ? fill_indexes(database_, plan) : fill_search_aids(database_, plan);
  if (!filled) return false;
  Transaction transaction(database_);
  if (fills) hand_over_to_triggers(database_);
  state.total_records = papers_ ? *papers_ : count_papers();
  drop_list_notes(database_);
  write(state);
  transaction.commit();
  phase_ = IndexPhase::kKept;
  papers_ = state.total_records;
  return true;
}

void Store::apply(std::span<const Change> changes, const HarvestState& state,
                  std::span<const std::uint64_t> notes) {
  if (phase_ == IndexPhase::kFilling && !changes.empty()) {
    throw base::Fault(base::Code::kInternalError, "", "The first fill was not continued.");
  }
  const auto before = std::exchange(papers_, std::nullopt);
  std::int64_t added = 0;
  Transaction transaction(database_);
  for (auto at = changes.begin(); at != changes.end();) {
    if (const auto* tombstone = std::get_if<Tombstone>(&*at)) {
      remove_.run(tombstone->id);
      added -= sqlite3_changes64(database_.handle());
      ++at;
    } else {
      const auto end = std::find_if(at, changes.end(), [](const Change& change) {
        return std::holds_alternative<Tombstone>(change);
      });
      added += store_rows({at, end});
      at = end;
    }
  }
  if (!notes.empty()) add_list_notes(database_, notes);
  write(state);
  transaction.commit();
  if (before) papers_ = *before + added;
}

std::int64_t Store::store_rows(std::span<const Change> rows) {
  for (const Change& change : rows) {
    const Row& row = std::get<Row>(change);
    stage_.run(row.id, row.version, row.title, row.authors, row.abstract, row.primary_category,
               row.categories, row.published, row.updated, row.comment, row.journal_ref, row.doi);
  }
  const std::int64_t last = database_.integer("SELECT max(rowid) FROM papers").value_or(0);
  std::int64_t added = 0;
  std::unordered_set<std::string> changed;
  for (Rows stored = store_staged_.query(); stored.next();) {
    const bool first = changed.emplace(stored.text(1)).second;
    if (first && stored.integer(0) > last) ++added;
  }
  clear_stage_.run();
  for (const Change& change : rows) {
    const Row& row = std::get<Row>(change);
    if (changed.count(row.id) != 0)
      codes_.replace(row.id, row.categories, row.updated, row.published);
  }
  return added;
}

}  // namespace mirror
