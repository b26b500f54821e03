#include "common/mirror/reader_pool.h"

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/base/unique_fd.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::NotReady;
using mirror::ReaderPool;

constexpr std::chrono::milliseconds kLease{300'000};

// A pool on `mirror.db` of a folder, with a log in `log`.
struct PoolOnFile {
  testing::TempDir folder;
  std::string path = folder / "mirror.db";
  base::UniqueFd log_file{::open((folder / "log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600)};
  base::Log log{log_file.get(), base::Level::kDebug, ""};
  ReaderPool pool{path, kLease, log};

  std::size_t lines() const {
    const std::string text = testing::read_file(folder / "log");
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  std::optional<NotReady> reason() {
    NotReady reason{};
    if (pool.borrow(&reason)) return std::nullopt;
    return reason;
  }
};

// How many descriptors of this process are open on the file at `path`.
std::size_t descriptors_on(const std::string& path) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    if (std::filesystem::read_symlink(entry.path(), ignored) == path) ++count;
  }
  return count;
}

TEST_CASE("one connection serves one borrower after another") {
  PoolOnFile on;
  testing::MirrorFile file(on.path);
  file.complete();
  const std::size_t before = descriptors_on(on.path);
  for (int i = 0; i < 3; ++i) {
    auto reader = on.pool.borrow();
    REQUIRE(reader);
    CHECK(!(*reader)->find("2401.00001"));
    CHECK(descriptors_on(on.path) == before + 1);
  }
  CHECK(descriptors_on(on.path) == before + 1);
}

TEST_CASE("a file that cannot serve is said so once per reason, and is looked at anew each time") {
  PoolOnFile on;
  CHECK(on.reason() == NotReady::kMissing);
  CHECK(on.reason() == NotReady::kMissing);
  CHECK(on.lines() == 1);
  testing::MirrorFile file(on.path);
  CHECK(on.reason() == NotReady::kIncomplete);
  CHECK(on.lines() == 2);
  file.complete();
  CHECK(on.reason() == std::nullopt);
  CHECK(on.lines() == 2);
  file.execute("UPDATE schema_version SET version = 6");
  CHECK(on.reason() == NotReady::kOlderVersion);
  file.execute("UPDATE schema_version SET version = 7");
  CHECK(on.reason() == std::nullopt);
  CHECK(on.lines() == 3);
}

TEST_CASE("a replaced file is served from then on") {
  PoolOnFile on;
  {
    testing::MirrorFile file(on.path);
    file.complete();
  }
  CHECK(!(*on.pool.borrow())->find("2401.00001"));
  {
    testing::MirrorFile other(on.folder / "other.db");
    other.put({.id = "2401.00001"});
    other.complete();
    other.checkpoint();
  }
  std::filesystem::rename(on.folder / "other.db", on.path);
  std::filesystem::remove(on.path + "-wal");
  std::filesystem::remove(on.path + "-shm");
  CHECK((*on.pool.borrow())->find("2401.00001"));
}

TEST_CASE("what makes a served file unready is noticed by the next borrower") {
  struct Case {
    const char* spoil;
    const char* restore;
    NotReady reason;
  };
  static const Case kCases[] = {
      {"INSERT INTO migration_lease VALUES (1, 'elsewhere', 6, 'fts',"
       " strftime('%Y-%m-%dT%H:%M:%SZ'), strftime('%Y-%m-%dT%H:%M:%SZ'))",
       "DELETE FROM migration_lease", NotReady::kMigrating},
      {"UPDATE harvest_state SET completed_at = NULL",
       "UPDATE harvest_state SET completed_at = '2024-02-02T00:00:00.000Z'", NotReady::kIncomplete},
      {"UPDATE schema_version SET version = 8", "UPDATE schema_version SET version = 7",
       NotReady::kNewerVersion},
      {"DROP INDEX papers_updated_idx",
       "CREATE INDEX papers_updated_idx ON papers(updated, published)", NotReady::kMissingIndex},
  };
  PoolOnFile on;
  testing::MirrorFile file(on.path);
  file.complete();
  for (const Case& c : kCases) {
    CAPTURE(c.spoil);
    CHECK(on.reason() == std::nullopt);  // and keeps the reader
    file.execute(c.spoil);
    CHECK(on.reason() == c.reason);
    file.execute(c.restore);
  }
  CHECK(on.reason() == std::nullopt);
}

TEST_CASE("a moved or discarded loan goes back once or never") {
  PoolOnFile on;
  testing::MirrorFile file(on.path);
  file.complete();
  {
    auto loan = on.pool.borrow();
    REQUIRE(loan);
    ReaderPool::Borrowed moved = std::move(*loan);
    CHECK(moved->is_current());
  }
  CHECK((*on.pool.borrow())->is_current());
  {
    auto loan = on.pool.borrow();
    loan->discard();
  }
  CHECK((*on.pool.borrow())->is_current());
}

TEST_CASE("a few searches run at once, the next waits its turn, and a look-up waits for none") {
  PoolOnFile on;
  testing::MirrorFile file(on.path);
  file.complete();
  std::vector<ReaderPool::Borrowed> searches;
  for (std::size_t i = 0; i < ReaderPool::kSearchesAtOnce; ++i)
    searches.push_back(on.pool.borrow_for_search(base::Deadline::never(), {}).value());
  CHECK(on.pool.borrow());
  std::atomic<bool> runs = false;
  std::jthread next(
      [&] { runs = on.pool.borrow_for_search(base::Deadline::never(), {}).has_value(); });
  while (on.pool.waiting() == 0)
    std::this_thread::yield();
  CHECK(!runs);
  searches.pop_back();
  next.join();
  CHECK(runs);
}

TEST_CASE("a search that is cancelled in the queue never runs") {
  PoolOnFile on;
  testing::MirrorFile file(on.path);
  file.complete();
  std::vector<ReaderPool::Borrowed> searches;
  for (std::size_t i = 0; i < ReaderPool::kSearchesAtOnce; ++i)
    searches.push_back(on.pool.borrow_for_search(base::Deadline::never(), {}).value());
  std::stop_source stop;
  std::atomic<base::Code> code{};
  std::jthread waits([&] {
    try {
      on.pool.borrow_for_search(base::Deadline::never(), stop.get_token());
    } catch (const base::Fault& fault) {
      code = fault.code();
    }
  });
  while (on.pool.waiting() == 0)
    std::this_thread::yield();
  stop.request_stop();
  waits.join();
  CHECK(code == base::Code::kCancelled);
  CHECK(on.pool.waiting() == 0);
}

TEST_CASE("a file that cannot serve takes no search's place") {
  PoolOnFile on;
  for (std::size_t i = 0; i < 2 * ReaderPool::kSearchesAtOnce; ++i) {
    NotReady reason{};
    CHECK(!on.pool.borrow_for_search(base::Deadline::never(), {}, &reason));
    CHECK(reason == NotReady::kMissing);
  }
}

TEST_CASE("threads search side by side while the writer writes") {
  PoolOnFile on;
  testing::MirrorFile file(on.path);
  file.put({.id = "2401.00000"});
  file.complete();
  std::atomic<int> failures = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) {
          auto reader = on.pool.borrow_for_search(base::Deadline::never(), {});
          const mirror::SearchRequest request{{"\"title\"", {}, {}}};
          if (!reader ||
              (*reader)->search(request, base::Deadline::never(), std::stop_token()).total < 1)
            ++failures;
        }
      });
    }
    for (int i = 1; i < 100; ++i)
      file.put({.id = "2401." + std::to_string(10'000 + i)});
  }
  CHECK(failures == 0);
}

}  // namespace
