// A disk that fails, is full, or may not be written.

#include <cstring>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/blackbox/fault_sweep.h"

namespace {

using mirror::HarvestStatus;
using testing::FaultSweep;
using testing::HarvestSetting;
using testing::holds;
using testing::ProcessResult;

// The soak tests let every single one fail (tests/soak/harvestd_disk_soak.cc).
TEST_CASE("a failing open, write, sync or map ends a run with the file's name and no half page") {
  struct Case {
    const char* kind;
    int step;
  };
  FaultSweep init("init");
  for (const Case& one :
       {Case{"open", 4}, Case{"write", 83}, Case{"full", 97}, Case{"sync", 5}, Case{"map", 1}})
    init.fail_each(one.kind, one.step);
  FaultSweep refresh("refresh");
  CHECK(refresh.fails("write", 1));
  CHECK(refresh.fails("full", 5));
}

/// A file system of its own, of a size that can be changed.
class SmallDisk {
 public:
  explicit SmallDisk(std::string folder) : folder_(std::move(folder)) {
    ::mkdir(folder_.c_str(), 0755);
    mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=300k") == 0;
    if (!mounted_) MESSAGE("skipped: no file system can be mounted here: ", std::strerror(errno));
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  bool remount(unsigned long flags, const char* options) const {
    return ::mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, options) == 0;
  }

 private:
  std::string folder_;
  bool mounted_ = false;
};

TEST_CASE("a full disk ends a run; with room the next one goes on; a read-only one ends it too") {
  HarvestSetting setting({"--generate", "100", "--page-size", "10"});
  const SmallDisk disk(setting.folder / "disk");
  if (!disk.mounted()) return;
  setting.file = setting.folder / "disk/mirror.db";
  const ProcessResult full = setting.run({"init"});
  CHECK(full.status == 74);
  CHECK(holds(full.err, setting.file));
  CHECK(holds(full.err, "full"));

  REQUIRE(disk.remount(0, "size=20m"));
  CHECK(setting.count("papers") % 10 == 0);
  CHECK(setting.run({"init"}).status == 0);
  CHECK(setting.count("papers") == 100);
  setting.check_full_text();

  REQUIRE(disk.remount(MS_RDONLY, "size=20m"));
  const ProcessResult read_only = setting.run({"refresh"});
  CHECK(read_only.status == 74);
  CHECK(holds(read_only.err, setting.file));
  REQUIRE(disk.remount(0, "size=20m"));
  CHECK(setting.run({"refresh"}).status == 0);
}

/// `command`, by a user who may not pass over permissions.
testing::Command as_nobody(testing::Command command) {
  if (::geteuid() != 0) return command;
  const std::vector<std::string> words = {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534",
                                          "--clear-groups", "--"};
  command.arguments.insert(command.arguments.begin(), words.begin(), words.end());
  return command;
}

TEST_CASE("a folder in which nothing may be made ends a run with the name of the file") {
  HarvestSetting setting({"--generate", "10"});
  const std::string folder = setting.folder / "closed";
  REQUIRE(::chmod(setting.folder.path().c_str(), 0755) == 0);
  REQUIRE(::mkdir(folder.c_str(), 0555) == 0);
  setting.file = folder + "/mirror.db";
  if (testing::run(as_nobody({{testing::program("harvestd"), "--version"}})).status != 0) {
    MESSAGE("skipped: another user cannot start the program here");
    return;
  }
  const ProcessResult result = testing::run(as_nobody(setting.command({"init"})));
  CHECK(result.status == 74);
  CHECK(holds(result.err, setting.file));
  CHECK(setting.asked().empty());
}

}  // namespace
