#include "harvestd/writer/search_aids_fill.h"

#include <optional>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/mirror/search_aids.h"
#include "harvestd/writer/file.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Database;
using testing::MirrorFile;

constexpr int kPapers = 26;

std::string id_of(int number) {
  return "2401." + std::to_string(10'000 + number);
}

/// A finished file of a program that knows no search aids, with a gap in its rowids.
void make_file(const std::string& path) {
  MirrorFile file(path);
  for (int i = 0; i < kPapers; ++i) {
    file.put({.id = id_of(i),
              .categories = i % 2 == 0 ? "cs.LG stat.ML" : "hep-th",
              .published = i == 4 ? "some day" : "2024-01-22T18:59:01.000Z"});
  }
  file.remove(id_of(9));
  file.complete();
  file.drop_search_aids();
}

mirror::OpenRules rules(std::function<void()> each_commit = [] {}) {
  mirror::OpenRules rules{std::chrono::minutes(5)};
  rules.window = 4;
  rules.watch = [each_commit](const mirror::MigrationProgress&) { each_commit(); };
  return rules;
}

void open(const std::string& path, const mirror::OpenRules& how = rules()) {
  mirror::open_for_writing(path, how);
}

bool are_current(const Database& database) {
  const auto aids = mirror::read_search_aids(database);
  return aids && aids->are_current();
}

/// Whether the aids say what the papers do.
bool agree(const Database& database) {
  return database.integer(
             "SELECT count(*) FROM (SELECT * FROM paper_filters INTERSECT"
             " SELECT * FROM paper_filters_source)") ==
             database.integer("SELECT count(*) FROM papers") &&
         database.integer("SELECT count(*) FROM paper_filters") ==
             database.integer("SELECT count(*) FROM papers") &&
         database.text(
             "SELECT group_concat(category || papers || ' ' || primaries) FROM"
             " (SELECT * FROM category_counts WHERE (papers, primaries) <> (0, 0)"
             " ORDER BY category)") ==
             database.text(
                 "SELECT group_concat(category || papers || ' ' || primaries) FROM"
                 " (SELECT * FROM category_counts_source ORDER BY category)");
}

/// Opens the file in a process of its own that dies after its `last`th commit. True when it did.
bool dies_opening(const std::string& path, int last) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int commits = 0;
    open(path, rules([&] {
           if (++commits == last) ::_exit(1);
         }));
    ::_exit(0);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status != 0;
}

TEST_CASE("a finished file without search aids gets them from the next writer") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_file(path);
  open(path);
  const Database database(path, SQLITE_OPEN_READONLY);
  CHECK(are_current(database));
  CHECK(mirror::has_search_aid_objects(database));
  CHECK(agree(database));
}

TEST_CASE("an unfinished file gets none yet") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  open(path);
  CHECK(!mirror::read_search_aids(Database(path, SQLITE_OPEN_READONLY)));
}

TEST_CASE("whole search aids are left as they are") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_file(path);
  open(path);
  Database(path, SQLITE_OPEN_READWRITE).execute("UPDATE paper_filters SET categories = 'x'");
  int commits = 0;
  open(path, rules([&] { ++commits; }));
  CHECK(commits == 0);
  CHECK(Database(path, SQLITE_OPEN_READONLY)
            .integer("SELECT count(*) FROM paper_filters WHERE categories = 'x'") == kPapers - 1);
}

TEST_CASE("what stands in their place is made anew") {
  const char* changes[] = {
      "UPDATE search_aids SET version = version + 1",
      "DELETE FROM search_aids",
      "DROP TABLE search_aids; CREATE TABLE search_aids (id)",
      "DROP TABLE search_aids; CREATE VIEW search_aids AS SELECT 1 AS id",
      "DROP TABLE search_aids; DROP TABLE paper_filters",
      "UPDATE search_aids SET filled_to = 4; DROP TABLE paper_filters",
      "DROP TABLE search_aids; CREATE VIEW search_aids AS SELECT 1 AS id, 2 AS version,"
      " 5 AS filled_to",
      "DROP TABLE search_aids; DROP TABLE category_counts; CREATE TABLE Category_Counts (x)",
      "UPDATE search_aids SET filled_to = 4; DROP TRIGGER paper_filters_au",
  };
  for (const std::string change : changes) {
    CAPTURE(change);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_file(path);
    open(path);
    {
      Database database(path, SQLITE_OPEN_READWRITE);
      database.execute("UPDATE paper_filters SET categories = 'x'");
      REQUIRE(sqlite3_exec(database.handle(), change.c_str(), nullptr, nullptr, nullptr) ==
              SQLITE_OK);
    }
    open(path);
    const Database database(path, SQLITE_OPEN_READONLY);
    CHECK(are_current(database));
    CHECK(agree(database));
  }
}

TEST_CASE("killed after any commit they are not believed, kept true, and finished by the next") {
  bool died = true;
  int half_filled = 0;
  for (int last = 1; died; ++last) {
    CAPTURE(last);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    make_file(path);
    died = dies_opening(path, last);
    {
      // As a program would that knows nothing of them.
      MirrorFile file(path);
      const bool believed = are_current(file.database());
      CHECK(believed == agree(file.database()));
      half_filled += believed ? 0 : 1;
      file.put({.id = id_of(2), .categories = "math.AG"});
      file.put({.id = id_of(kPapers - 1), .categories = "math.AG"});
      file.put({.id = id_of(100), .categories = "math.AG"});
      file.remove(id_of(3));
      file.remove(id_of(20));
    }
    open(path);
    const Database database(path, SQLITE_OPEN_READONLY);
    CHECK(are_current(database));
    CHECK(agree(database));
    REQUIRE(last < 20);
  }
  CHECK(half_filled >= kPapers / 4 - 1);
}

TEST_CASE("killed again and again they still come to be whole") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_file(path);
  int deaths = 0;
  while (dies_opening(path, 1))
    REQUIRE(++deaths < 20);
  CHECK(deaths > 5);
  CHECK(are_current(Database(path, SQLITE_OPEN_READONLY)));
}

TEST_CASE("a stop request ends the fill after the commit under way") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  make_file(path);
  std::stop_source source;
  mirror::OpenRules stopped = rules([&] { source.request_stop(); });
  stopped.stop = source.get_token();
  CHECK_THROWS_AS(open(path, stopped), base::Fault);
  CHECK(mirror::read_search_aids(Database(path, SQLITE_OPEN_READONLY))->filled_to == 4);
}

}  // namespace
