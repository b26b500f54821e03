// Several harvestd at one file (decision 32).

#include <csignal>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "tests/blackbox/old_mirror.h"

namespace {

using testing::holds;
using testing::OldMirror;
using testing::Process;
using testing::ProcessResult;
using testing::WriteLock;
using Words = OldMirror::Words;

struct Writer {
  Words arguments;
  bool makes_the_file;
};

std::vector<Writer> writers(const std::string& dump) {
  return {{{"init"}, true},
          {{"refresh"}, false},
          {{"import", dump}, true},
          {{"migrate"}, false},
          {{"repair"}, false}};
}

TEST_CASE("of any two writers one works, and the other is told which") {
  const OldMirror setting(3, 60);
  const std::string dump = setting.folder.write(
      "dump.json",
      R"({"id":"2401.00001","authors":"A. Quill","title":"T","categories":"cs.LG","abstract":"A",)"
      R"("versions":[{"version":"v1","created":"Mon, 22 Jan 2024 18:59:01 GMT"}],)"
      R"("update_date":"2024-01-23"})"
      "\n");
  for (const Writer& first : writers(dump)) {
    CAPTURE(first.arguments[0]);
    setting.start_over();
    if (first.makes_the_file) {
      for (const char* side : {"", "-wal", "-shm"})
        std::filesystem::remove(setting.file + side);
    }
    // Held up at the database, the first is stopped while it has the writer's lock.
    WriteLock database(setting.file);
    REQUIRE(database.try_lock());
    Process holder(setting.command(first.arguments));
    testing::wait_until_true([&] {
      const auto text = mirror::lock_holder(setting.file);
      return text && holds(*text, process_name(holder));
    });
    testing::stop(holder);
    database.unlock();
    std::vector<std::unique_ptr<Process>> others;
    for (const Writer& second : writers(dump))
      others.push_back(std::make_unique<Process>(setting.command(second.arguments)));
    for (const auto& other : others) {
      const ProcessResult result = other->finish();
      CHECK(result.status == 75);
      CHECK(holds(result.err, "Another harvestd (" + process_name(holder) + "since 20"));
    }
    holder.send_signal(SIGCONT);
    const ProcessResult result = holder.finish();
    CAPTURE(result.err);
    CHECK(result.status == 0);
  }
}

TEST_CASE("four writers started at once at an old file make one correct file of it") {
  const OldMirror setting(3, 60);
  for (int round = 0; round < 3; ++round) {
    setting.start_over();
    std::vector<std::unique_ptr<Process>> processes;
    for (const char* command : {"init", "refresh", "migrate", "repair"})
      processes.push_back(std::make_unique<Process>(setting.command({command})));
    int worked = 0;
    for (const auto& process : processes) {
      const ProcessResult result = process->finish();
      CAPTURE(result.err);
      CHECK((result.status == 0 || result.status == 75));
      worked += result.status == 0 ? 1 : 0;
    }
    CHECK(worked >= 1);
    CHECK(setting.is_as_fresh());
  }
}

TEST_CASE("a lock of another program's own is waited for, and the end of the wait names the file") {
  const OldMirror setting(3, 60);
  WriteLock database(setting.file);
  REQUIRE(database.try_lock());
  const ProcessResult result = setting.run({"migrate"});
  CHECK(result.status == 74);
  CHECK(holds(result.err, "Another program has locked the mirror file"));
  CHECK(holds(result.err, setting.file + ": database is locked"));

  Process waiting(setting.command({"migrate"}));
  testing::wait_until_true([&] { return mirror::lock_holder(setting.file).has_value(); });
  waiting.send_signal(SIGTERM);
  const ProcessResult stopped = waiting.finish();
  CHECK(stopped.status == 143);
  CHECK(stopped.err == "harvestd: Stopped by a signal; the next run goes on.\n");
}

}  // namespace
