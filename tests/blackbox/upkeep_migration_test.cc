// Old mirror files in the hands of the real harvestd.

#include <csignal>

#include <doctest/doctest.h>

#include "tests/blackbox/old_mirror.h"

namespace {

using testing::holds;
using testing::OldMirror;
using testing::Process;
using testing::ProcessResult;
using testing::WriteLock;

/// A file that takes harvestd long enough to be caught at it: more than one window of rows.
const OldMirror& large_mirror() {
  static const OldMirror setting(3, 6'000);
  return setting;
}

/// Holds up `process`, which migrates the file, between two of its commits: it waits for `lock`.
/// False when it came to the end first.
bool catch_between_commits(const OldMirror& setting, Process& process, WriteLock& lock) {
  const std::string pid = "/" + std::to_string(process.pid()) + "/";
  const base::Deadline end = testing::patience();
  while (!end.expired()) {
    if (!lock.try_lock()) continue;
    const auto lease = setting.lease();
    if (lease && holds(lease->holder, pid)) return true;
    lock.unlock();
    if (process.wait(base::Deadline::after(std::chrono::milliseconds(0)))) return false;
  }
  return false;
}

TEST_CASE("every command that writes brings an old file up to date") {
  const OldMirror setting(1, 60);
  for (const char* command : {"init", "refresh", "migrate", "repair"}) {
    CAPTURE(command);
    setting.start_over();
    const ProcessResult result = setting.run({command});
    CHECK(result.status == 0);
    CHECK(holds(result.out, "mirror migration v6->v7: done"));
    CHECK(setting.is_as_fresh());
    CHECK(setting.state().completed_at.has_value());
  }
}

TEST_CASE("a migration stopped by a signal ends at once and is gone on with") {
  const OldMirror& setting = large_mirror();
  for (int attempt = 0;; ++attempt) {
    REQUIRE(attempt < 20);
    setting.start_over();
    WriteLock lock(setting.file);
    Process process(setting.command({"migrate"}));
    if (!catch_between_commits(setting, process, lock)) continue;
    process.send_signal(SIGTERM);
    const ProcessResult result = process.finish();
    CHECK(result.status == 143);
    CHECK(result.err == "harvestd: Stopped by a signal; the next run goes on.\n");
    break;
  }
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.is_as_fresh());
}

TEST_CASE(
    "a stopped holder whose lock was removed is taken over and writes nothing when it wakes") {
  const OldMirror& setting = large_mirror();
  for (int attempt = 0;; ++attempt) {
    REQUIRE(attempt < 20);
    setting.start_over();
    WriteLock lock(setting.file);
    Process sleeper(setting.command({"refresh"}));
    if (!catch_between_commits(setting, sleeper, lock)) continue;
    testing::stop(sleeper);
    lock.unlock();
    std::filesystem::remove(setting.file + ".lock");

    const ProcessResult refused = setting.run({"migrate"});
    CHECK(refused.status == 75);
    CHECK(holds(refused.err, setting.lease()->holder));
    const ProcessResult taken = setting.run({"migrate"}, {{"ARXIV_MIRROR_LEASE_MS", "1"}});
    CHECK(taken.status == 0);
    CHECK(setting.is_as_fresh());
    const auto before = testing::contents(setting.file);

    sleeper.send_signal(SIGCONT);
    const ProcessResult woken = sleeper.finish();
    CHECK(woken.status == 75);
    CHECK(holds(woken.err, "took over"));
    CHECK(testing::contents(setting.file) == before);
    break;
  }
}

}  // namespace
