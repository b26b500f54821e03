#include "common/mirror/read_only.h"

#include <chrono>
#include <filesystem>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/common/mirror/as_other_user.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

namespace fs = std::filesystem;
using testing::MirrorFile;

constexpr std::chrono::milliseconds kLease{300'000};

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename());
  return names;
}

void make_mirror(const std::string& path) {
  MirrorFile file(path);
  file.put({.id = "2401.00001"});
  file.complete();
  file.checkpoint();
}

bool finds_the_paper(const std::string& path) {
  mirror::Reader::Opened opened = mirror::Reader::open(path, kLease);
  return opened.reader && opened.reader->find("2401.00001").has_value();
}

// Everyone may look into `folder`, nobody but its owner may change it.
void let_others_read(const fs::path& folder) {
  fs::permissions(folder, fs::perms(0755));
  for (const auto& entry : fs::directory_iterator(folder))
    fs::permissions(entry.path(), fs::perms(0644));
}

TEST_CASE("opening what is not there makes nothing") {
  const testing::TempDir folder;
  for (const char* name : {"mirror.db", "no/such/folder/mirror.db", "file/mirror.db"}) {
    CAPTURE(name);
    if (std::string(name).starts_with("file/")) folder.write("file", "x");
    const mirror::Reader::Opened opened = mirror::Reader::open(folder / name, kLease);
    CHECK(opened.not_ready == mirror::NotReady::kMissing);
    CHECK(!opened.reader);
    CHECK(opened.detail.find(name) != std::string::npos);
  }
  CHECK(names_in(folder.path()) == std::set<std::string>{"file"});
}

TEST_CASE("what is no whole database is refused before SQLite makes a side file") {
  const testing::TempDir folder;
  make_mirror(folder / "good.db");
  const std::string good = testing::read_file(folder / "good.db");
  fs::remove(folder / "good.db-wal");
  fs::remove(folder / "good.db-shm");
  const std::string bad = folder / "bad.db";
  const std::string contents[] = {"",
                                  "SQLite format 3",
                                  std::string(5000, 'x'),
                                  good.substr(0, 99),
                                  good.substr(0, good.size() / 2),
                                  good.substr(0, good.size() - 1)};
  for (const std::string& content : contents) {
    CAPTURE(content.size());
    folder.write("bad.db", content);
    CHECK(mirror::Reader::open(bad, kLease).not_ready ==
          (content.empty() ? mirror::NotReady::kUnversioned : mirror::NotReady::kUnreadable));
    CHECK(names_in(folder.path()) == std::set<std::string>{"bad.db", "good.db"});
  }
  fs::remove(bad);
  fs::create_directory(bad);
  CHECK(mirror::Reader::open(bad, kLease).not_ready == mirror::NotReady::kUnreadable);
}

TEST_CASE("garbage inside a database of the right length is unreadable") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  std::string content = testing::read_file(folder / "mirror.db");
  content.replace(100, 3000, std::string(3000, '\xA5'));
  CHECK(mirror::Reader::open(folder.write("bad.db", content), kLease).not_ready ==
        mirror::NotReady::kUnreadable);
}

TEST_CASE("a reader's connection cannot write") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  mirror::Database database = mirror::open_read_only(folder / "mirror.db");
  for (const char* sql :
       {"DELETE FROM papers", "CREATE TABLE t (a)", "UPDATE schema_version SET version = 6"})
    CHECK_THROWS_AS(database.execute(sql), mirror::SqliteFault);
  CHECK(database.integer("PRAGMA query_only") == 1);
  CHECK(database.integer("PRAGMA busy_timeout") == 0);
}

TEST_CASE("with no writer alive a reader without permission to write opens the file") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  CHECK(names_in(folder.path()) ==
        std::set<std::string>{"mirror.db", "mirror.db-shm", "mirror.db-wal"});
  let_others_read(folder.path());
  CHECK(testing::as_other_user([&] { return finds_the_paper(folder / "mirror.db"); }));
  CHECK(fs::file_size(folder / "mirror.db-wal") == 0);
}

TEST_CASE("beside a live writer it sees what was committed, and nothing else") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  let_others_read(folder.path());
  MirrorFile writer(folder / "mirror.db");
  writer.put({.id = "2401.00002"});
  CHECK(testing::as_other_user([&] {
    mirror::Reader::Opened opened = mirror::Reader::open(folder / "mirror.db", kLease);
    return opened.reader && opened.reader->find("2401.00002");
  }));
  writer.execute("BEGIN IMMEDIATE");
  writer.put({.id = "2401.00003"});
  CHECK(testing::as_other_user([&] {
    mirror::Reader::Opened opened = mirror::Reader::open(folder / "mirror.db", kLease);
    return opened.reader && opened.reader->find("2401.00002") && !opened.reader->find("2401.00003");
  }));
  writer.execute("COMMIT");
}

TEST_CASE("an open reader follows the writer and leaves its log alone") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  MirrorFile writer(folder / "mirror.db");
  writer.put({.id = "2401.00002"});
  const auto logged = fs::file_size(folder / "mirror.db-wal");
  {
    mirror::Reader::Opened opened = mirror::Reader::open(folder / "mirror.db", kLease);
    REQUIRE(opened.reader);
    CHECK(opened.reader->find("2401.00002"));
    CHECK(!opened.reader->find("2401.00003"));
    writer.put({.id = "2401.00003"});
    CHECK(opened.reader->find("2401.00003"));
    CHECK(opened.reader->is_current());
  }
  CHECK(fs::file_size(folder / "mirror.db-wal") > logged);
}

TEST_CASE("without side files a reader makes them where it may, else the file is unreadable") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  fs::remove(folder / "mirror.db-wal");
  fs::remove(folder / "mirror.db-shm");
  let_others_read(folder.path());
  if (testing::can_change_user()) {
    CHECK(testing::as_other_user([&] {
      return mirror::Reader::open(folder / "mirror.db", kLease).not_ready ==
             mirror::NotReady::kUnreadable;
    }));
    CHECK(names_in(folder.path()) == std::set<std::string>{"mirror.db"});
  }
  CHECK(finds_the_paper(folder / "mirror.db"));
  CHECK(fs::file_size(folder / "mirror.db-wal") == 0);
}

TEST_CASE("a log that a killed writer left is read, not moved into the file") {
  const testing::TempDir folder;
  make_mirror(folder / "mirror.db");
  MirrorFile writer(folder / "mirror.db");
  writer.put({.id = "2401.00002"});
  const testing::TempDir crashed;
  for (const char* name : {"mirror.db", "mirror.db-wal"})
    fs::copy_file(folder / name, crashed / name);
  const std::string before = testing::read_file(crashed / "mirror.db");
  {
    mirror::Reader::Opened opened = mirror::Reader::open(crashed / "mirror.db", kLease);
    REQUIRE(opened.reader);
    CHECK(opened.reader->find("2401.00002"));
  }
  CHECK(testing::read_file(crashed / "mirror.db") == before);
  CHECK(fs::file_size(crashed / "mirror.db-wal") > 0);
}

}  // namespace
