#include "harvestd/writer/search_aids_fill.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "common/mirror/schema.h"
#include "common/mirror/search_aids.h"
#include "harvestd/writer/migration_run.h"

namespace mirror {
namespace {

constexpr std::string_view kFill =
    "INSERT OR REPLACE INTO paper_filters"
    " SELECT * FROM paper_filters_source WHERE paper > ?1 AND paper <= ?2 ORDER BY paper";

constexpr std::string_view kBegin =
    "INSERT INTO search_aids (id, version, filled_to) VALUES (1, ?1, ?2)";

constexpr std::string_view kGoOn = "UPDATE search_aids SET filled_to = ?1 WHERE id = 1";

/// Behind which row the next window begins, where the aids of this version are being filled.
std::optional<std::int64_t> place_reached(const Database& database) {
  const auto aids = read_search_aids(database);
  return aids && aids->version == kSearchAidsVersion ? aids->filled_to : std::nullopt;
}

void begin(Database& database) {
  drop_search_aids(database);
  for (const SchemaObject& object : search_aid_objects())
    database.execute(object.create);
  Statement(database, kBegin).run(kSearchAidsVersion, std::numeric_limits<std::int64_t>::min());
}

void count_categories(Database& database) {
  database.execute("DELETE FROM category_counts");
  database.execute("INSERT INTO category_counts SELECT * FROM category_counts_source");
}

/// The papers of one window behind `after`, and with the last of them the counts and the stamp of
/// whole aids.
void fill_window(Database& database, std::int64_t after, std::int64_t window,
                 FillProgress& progress) {
  std::optional<std::int64_t> filled_to;
  std::int64_t papers = 0;
  Statement next(database, kPaperRows.next);
  if (Rows rows = next.query(after, window); rows.next()) {
    papers = rows.integer(1);
    Statement(database, kFill).run(after, rows.integer(0));
    if (papers == window) filled_to = rows.integer(0);
  }
  if (!filled_to) count_categories(database);
  Statement(database, kGoOn).run(filled_to);
  progress.indexed = std::min(progress.indexed + papers, progress.papers);
}

}  // namespace

bool fill_search_aids(Database& database, const FillPlan& plan) {
  const auto aids = read_search_aids(database);
  if (aids && aids->are_current()) return true;
  const bool goes_on = place_reached(database).has_value() && has_search_aid_objects(database);
  if (!goes_on && !commit_step(database, plan, [&] { begin(database); })) return false;
  FillProgress progress{database.integer("SELECT count(*) FROM paper_filters").value(),
                        database.integer(kPaperRows.count).value()};
  while (const auto after = place_reached(database)) {
    const auto step = [&] { fill_window(database, *after, plan.window, progress); };
    if (!commit_step(database, plan, step)) return false;
    plan.notice(progress);
  }
  return true;
}

void drop_search_aids(Database& database) {
  const auto objects = search_aid_objects();
  Statement find(database, "SELECT upper(type) FROM sqlite_master WHERE name = ?1 COLLATE NOCASE");
  // The last made goes first: a trigger of a table that is gone is in the way of every writer.
  std::for_each(objects.rbegin(), objects.rend(), [&](const SchemaObject& object) {
    std::string type;
    if (Rows rows = find.query(object.name); rows.next()) type = rows.text(0);
    if (!type.empty()) database.execute("DROP " + type + " " + std::string(object.name));
  });
}

}  // namespace mirror
