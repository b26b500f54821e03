#include "harvestd/check/discard_full_text.h"

#include <string>

#include "common/mirror/schema_check.h"
#include "harvestd/writer/config_switch.h"

namespace mirror {
namespace {

void drop(Database& database, std::string_view kind, std::string_view name) {
  database.execute("DROP " + std::string(kind) + " IF EXISTS " + std::string(name));
}

}  // namespace

void discard_full_text(Database& database) {
  const ConfigSwitch undefended(database, SQLITE_DBCONFIG_DEFENSIVE, false);
  const ConfigSwitch writable(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, true);
  for (const char* trigger : {"papers_ai", "papers_ad", "papers_au"})
    drop(database, "TRIGGER", trigger);
  // Dropping a virtual table asks the table, and this one may not know how to answer.
  database.execute("DELETE FROM sqlite_master WHERE type = 'table' AND name = 'papers_fts'");
  database.execute("PRAGMA writable_schema = RESET");  // SQLite reads the list again
  for (const std::string_view part : full_text_parts())
    drop(database, "TABLE", part);
  drop(database, "VIEW", "papers_fts_source");
}

}  // namespace mirror
