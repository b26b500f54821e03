#include "harvestd/writer/lock.h"

#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/mirror/lock_file.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Fault;
using mirror::WriterLock;

base::WallTime noon() {
  return *base::parse_iso("2026-10-06T12:00:00Z");
}

std::optional<Fault> refusal(const std::string& path) {
  try {
    const WriterLock lock(path, noon);
  } catch (const Fault& fault) {
    return fault;
  }
  return std::nullopt;
}

TEST_CASE("a second holder is refused and told who the first is") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  std::optional<WriterLock> first;
  first.emplace(path, noon);
  const auto fault = refusal(path);
  REQUIRE(fault);
  CHECK(fault->code() == base::Code::kConflict);
  CHECK(fault->reason() == "mirror_busy");
  CHECK(base::exit_code_for(*fault) == base::ExitCode::kBusy);
  CHECK(fault->message() == "Another harvestd (process " + std::to_string(::getpid()) +
                                " since 2026-10-06T12:00:00.000Z) is writing this mirror file.");
  first.reset();
  CHECK_FALSE(refusal(path));
}

TEST_CASE("the side file stays and is no lock by itself") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  folder.write("mirror.db.lock", "process 1 since long ago, and a text longer than the next one\n");
  CHECK_FALSE(refusal(path));
  CHECK(testing::read_file(path + ".lock") ==
        "process " + std::to_string(::getpid()) + " since 2026-10-06T12:00:00.000Z\n");
  CHECK(mirror::lock_holder(path) == std::nullopt);
}

TEST_CASE("the folder of the file is made") {
  const testing::TempDir folder;
  const std::string path = folder / "a/b/mirror.db";
  CHECK_FALSE(refusal(path));
  CHECK(std::filesystem::exists(path + ".lock"));
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("others may read who holds the lock, as far as the umask allows") {
  const testing::TempDir folder;
  const mode_t before = ::umask(027);
  CHECK_FALSE(refusal(folder / "mirror.db"));
  ::umask(before);
  struct stat info {};
  REQUIRE(::stat((folder / "mirror.db.lock").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0640);
}

TEST_CASE("a folder that cannot be made and a lock that cannot be opened are I/O failures") {
  const testing::TempDir folder;
  folder.write("file", "");
  for (const std::string& path : {folder / "file/mirror.db", folder / "file/deeper/mirror.db"}) {
    CAPTURE(path);
    const auto fault = refusal(path);
    REQUIRE(fault);
    CHECK(base::exit_code_for(*fault) == base::ExitCode::kIo);
  }
}

}  // namespace
