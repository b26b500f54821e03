#include "harvestd/writer/list_notes.h"

#include <doctest/doctest.h>

#include "common/mirror/sqlite.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Database;
using mirror::ListNotes;

TEST_CASE("notes are kept in their order, whatever their bytes, until they are dropped") {
  const testing::TempDir folder;
  const std::string file = folder / "notes.db";
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const ListNotes first = {0, 1, 0xFFFFFFFFFFFFFFFFU, 0x0100000000000000U};
  const ListNotes second = {0x22273C0000000000U};
  {
    Database database(file, kFlags);
    CHECK(mirror::read_list_notes(database).empty());
    mirror::drop_list_notes(database);  // nothing to drop is no failure
    mirror::add_list_notes(database, first);
    mirror::add_list_notes(database, second);
  }
  Database database(file, kFlags);
  ListNotes all = first;
  all.insert(all.end(), second.begin(), second.end());
  CHECK(mirror::read_list_notes(database) == all);
  mirror::drop_list_notes(database);
  CHECK(mirror::read_list_notes(database).empty());
  CHECK(database.integer("SELECT COUNT(*) FROM sqlite_master") == 0);
}

TEST_CASE("notes belong to their transaction") {
  const testing::TempDir folder;
  Database database(folder / "notes.db", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.execute("BEGIN");
  mirror::add_list_notes(database, ListNotes{7});
  database.execute("ROLLBACK");
  CHECK(mirror::read_list_notes(database).empty());
}

}  // namespace
