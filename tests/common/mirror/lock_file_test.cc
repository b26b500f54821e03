#include "common/mirror/lock_file.h"

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>

#include <doctest/doctest.h>

#include "common/base/unique_fd.h"
#include "common/mirror/file_status.h"
#include "tests/support/temp_dir.h"

namespace {

TEST_CASE("the lock's text counts only while the lock is held") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  CHECK(!mirror::lock_holder(path));
  CHECK(!std::filesystem::exists(path + ".lock"));
  folder.write("mirror.db.lock", "pid 4711\nsince 2026-06-01T00:00:00Z\n");
  CHECK(!mirror::lock_holder(path));
  base::UniqueFd lock(::open((path + ".lock").c_str(), O_RDWR | O_CLOEXEC));
  REQUIRE(::flock(lock.get(), LOCK_EX | LOCK_NB) == 0);
  CHECK(mirror::lock_holder(path) == "pid 4711 since 2026-06-01T00:00:00Z");
  CHECK(mirror::read_file_status(path, std::chrono::minutes(5)).holder ==
        "pid 4711 since 2026-06-01T00:00:00Z");
  lock.reset();
  CHECK(!mirror::lock_holder(path));
}

}  // namespace
