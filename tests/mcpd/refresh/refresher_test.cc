// How a refresher treats its child; shell scripts stand in for one that does not end.
#include "mcpd/refresh/refresher.h"

#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/deadline.h"
#include "common/base/unique_fd.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace {

using std::chrono::milliseconds;

class Refreshing {
  testing::TempDir dir_;
  base::UniqueFd log_{
      ::open((dir_ / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)};

 public:
  Refreshing() {
    testing::make_mirror(options.mirror_path, {});
    testing::change_mirror(options.mirror_path,
                           "UPDATE harvest_state SET started_at = '2020-01-01T00:00:00.000Z', "
                           "completed_at = '2020-01-01T00:00:00.000Z'");
    options.lease = std::chrono::minutes(5);
    options.every = std::chrono::hours(24);
    options.budget = std::chrono::minutes(10);
  }

  /// `$0` in the script is a file of the test's own.
  void begin_script(const std::string& script) { begin({"/bin/sh", "-c", script, dir_ / "file"}); }
  void begin(std::vector<std::string> command) {
    options.command = std::move(command);
    refresher = std::make_unique<refresh::Refresher>(
        options, base::Log(log_.get(), base::Level::kDebug, ""));
  }
  /// Waits until the log, or the script's file, holds `text`.
  bool logs(std::string_view text) const { return holds(dir_ / "log", text); }
  std::string log() const { return testing::read_file(dir_ / "log"); }
  bool writes(std::string_view text) const { return holds(dir_ / "file", text); }

  refresh::Options options{dir_ / "mirror.db", {}, {}, {}, {}};
  std::unique_ptr<refresh::Refresher> refresher;

 private:
  static bool holds(const std::string& file, std::string_view text) {
    const auto deadline = testing::patience();
    while (!deadline.expired()) {
      if (std::filesystem::exists(file) &&
          testing::read_file(file).find(text) != std::string::npos) {
        return true;
      }
      std::this_thread::sleep_for(milliseconds(2));
    }
    return false;
  }
};

TEST_CASE("a child is told to end at its budget") {
  Refreshing it;
  it.options.budget = milliseconds(100);
  it.begin_script("exec sleep 60");
  CHECK(it.logs("refresh: failed, harvestd ended with status 143"));
}

TEST_CASE("and is killed when it does not") {
  Refreshing it;
  it.options.budget = milliseconds(100);
  it.options.kill_after = milliseconds(100);
  it.begin_script("trap '' TERM; exec sleep 60");
  CHECK(it.logs("refresh: failed, harvestd ended with status 137"));
}

TEST_CASE("a refresher's end tells the child to end and does not wait for it") {
  Refreshing it;
  it.begin_script(
      "trap 'sleep 1; echo ended >> \"$0\"; exit' TERM; echo begun > \"$0\"; "
      "while :; do sleep 0.01; done");
  REQUIRE(it.writes("begun"));
  const auto begin = std::chrono::steady_clock::now();
  it.refresher.reset();
  CHECK(std::chrono::steady_clock::now() - begin < milliseconds(900));
  CHECK(it.writes("ended"));
}

TEST_CASE("a child that cannot be started is told of") {
  Refreshing it;
  it.begin({"/nowhere/harvestd"});
  CHECK(it.logs("refresh: harvestd cannot be run"));
}

TEST_CASE("a mirror that is fresh, and one that is none, have no child") {
  Refreshing it;
  testing::change_mirror(it.options.mirror_path,
                         "UPDATE harvest_state SET completed_at = '2999-01-01T00:00:00.000Z'");
  it.begin_script("exit 3");
  CHECK(it.logs("refresh: next look in 1 h"));
  it.options.mirror_path += "-of-nobody";
  it.begin_script("exit 3");
  CHECK(it.logs("There is no mirror file"));
  it.refresher.reset();
  CHECK(it.log().find("begun") == std::string::npos);
}

}  // namespace
