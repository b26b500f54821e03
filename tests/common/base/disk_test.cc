#include "common/base/disk.h"

#include <doctest/doctest.h>

#include "tests/support/temp_dir.h"

namespace {

namespace fs = std::filesystem;

TEST_CASE("the folder of a path is the nearest that exists") {
  const testing::TempDir folder;
  const fs::path real = fs::canonical(folder.path());
  folder.write("mirror.db", "");
  fs::create_directory(folder / "elsewhere");
  folder.write("elsewhere/mirror.db", "");
  fs::create_symlink(folder / "elsewhere/mirror.db", folder / "link.db");
  CHECK(base::existing_folder(folder / "mirror.db") == real);
  CHECK(base::existing_folder(folder / "a/b/c/mirror.db") == real);
  CHECK(base::existing_folder(folder / "mirror.db/x") == real);
  CHECK(base::existing_folder(folder / "link.db") == real / "elsewhere");
  CHECK(base::existing_folder("/no/such/mirror.db") == "/");
  CHECK(base::existing_folder("mirror.db") == fs::current_path());
}

TEST_CASE("a disk tells what is free, and a file system without a size does not") {
  const testing::TempDir folder;
  CHECK(base::free_bytes(folder.path()).value_or(-1) >= 0);
  CHECK(base::free_bytes("/proc") == std::nullopt);
  CHECK(base::free_bytes(folder / "missing") == std::nullopt);
}

}  // namespace
