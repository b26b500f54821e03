#include "common/base/programs.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/support/temp_dir.h"

namespace {

namespace fs = std::filesystem;

/// An installation with folders bin and libexec/arxiv-mirror.
struct Installation {
  testing::TempDir root;
  fs::path bin = fs::canonical(root.path()) / "bin";
  fs::path libexec = fs::canonical(root.path()) / "libexec/arxiv-mirror";

  Installation() {
    fs::create_directories(bin);
    fs::create_directories(libexec);
  }
  static void put(const fs::path& program, bool executable = true) {
    fs::copy_file("/proc/self/exe", program);
    fs::permissions(program, executable ? fs::perms::owner_all : fs::perms::owner_read);
  }
};

TEST_CASE("a program is found beside the running one, else in libexec") {
  const Installation place;
  CHECK_FALSE(base::find_program("tool", place.bin));
  Installation::put(place.libexec / "tool");
  CHECK(base::find_program("tool", place.bin) == (place.libexec / "tool").string());
  Installation::put(place.bin / "tool");
  CHECK(base::find_program("tool", place.bin) == (place.bin / "tool").string());
}

TEST_CASE("what cannot be run is not found") {
  const Installation place;
  fs::create_directory(place.bin / "tool");
  CHECK_FALSE(base::find_program("tool", place.bin));
  Installation::put(place.libexec / "other", false);
  CHECK_FALSE(base::find_program("other", place.bin));
  CHECK_FALSE(base::find_program("tool", place.bin / "absent"));
}

TEST_CASE("PATH is not asked") {
  CHECK_FALSE(base::find_program("sh"));
  CHECK(base::find_program("base_test"));
}

}  // namespace
