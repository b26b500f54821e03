#pragma once

/// harvestd on a disk that fails: one operation after another, and what has to hold each time.

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"
#include "tests/harvestd/writer/old_files.h"

namespace testing {

/// A command to sweep, and the file it finds.
struct SweptCommand {
  enum class Finds { kNothing, kMirror, kOldMirror };

  std::string_view name;
  Finds finds;
  std::vector<std::string_view> changes = {};  ///< statements after which it has work to do
};

inline const SweptCommand& swept_command(std::string_view name) {
  using Finds = SweptCommand::Finds;
  static const std::array<SweptCommand, 5> kCommands = {{
      {"init", Finds::kNothing},
      {"import", Finds::kNothing},
      {"refresh",
       Finds::kMirror,
       {"UPDATE papers SET version = '0'",  // so that it stores every paper again
        "UPDATE harvest_state SET last_datestamp = '2005-09-16'"}},
      {"repair",
       Finds::kMirror,
       {"DROP TRIGGER papers_au", "DROP INDEX papers_updated_idx", "DELETE FROM paper_categories"}},
      {"migrate", Finds::kOldMirror},
  }};
  return *std::find_if(kCommands.begin(), kCommands.end(),
                       [name](const SweptCommand& each) { return each.name == name; });
}

/// Three pages of ten papers, and one command that has to do with them.
class FaultSweep {
 public:
  static constexpr std::int64_t kPage = 10;

  /// `command` is the name of a swept_command.
  explicit FaultSweep(std::string_view command)
      : setting_({"--generate", "30", "--page-size", "10"}),
        command_(swept_command(command)),
        arguments_({std::string(command)}) {
    REQUIRE(setting_.run({"init"}).status == 0);
    if (command == "import") {
      arguments_.push_back(setting_.folder / "dump.ndjson");
      REQUIRE(setting_.run({"export", arguments_.back()}).status == 0);
    }
    make_start();
    begin();
    REQUIRE(setting_.run(arguments_).status == 0);
    content_ = setting_.content();
  }

  /// Lets the `number`th operation of `kind` (support/fault_vfs.cc) fail, and checks what it left
  /// behind. False when there are not so many operations.
  bool fails(const std::string& kind, int number) {
    CAPTURE(command_.name);
    CAPTURE(kind);
    CAPTURE(number);
    begin();
    const std::string log = setting_.folder / "happened";
    std::filesystem::remove(log);
    Command command = setting_.command(
        arguments_,
        {{"TEST_FILE_FAULT", kind + ":" + std::to_string(number)}, {"TEST_FILE_FAULT_LOG", log}});
    command.arguments[0] = program("harvestd_faults");
    const ProcessResult result = testing::run(command);
    const bool happened = std::filesystem::exists(log);
    CAPTURE(result.out);
    CAPTURE(result.err);
    check_pages_are_whole();
    if (happened && result.status != 0) {
      CHECK(result.status == 74);
      CHECK(holds(result.err, setting_.file));
      go_on();
    } else {
      // What fails at the very end, when all is stored, is made up for by the next run.
      CHECK(result.status == 0);
      check_is_done();
      if (command_.name != "import") go_on();  // which fills no complete mirror
    }
    return happened;
  }

  /// The same for every `step`th operation of `kind`, the first one at least; answers how many
  /// failed.
  int fail_each(const std::string& kind, int step) {
    int failed = 0;
    while (fails(kind, 1 + failed * step))
      ++failed;
    CHECK(failed > 0);
    return failed;
  }

 private:
  using Finds = SweptCommand::Finds;

  bool finds_nothing() const { return command_.finds == Finds::kNothing; }

  /// The file that each run finds.
  void make_start() {
    if (finds_nothing()) return;
    if (command_.finds == Finds::kOldMirror) {
      // One of them has been deleted in it.
      write_old_file(start_, 3, sample_records(3 * kPage + 1));
      return;
    }
    for (const std::string_view statement : command_.changes)
      setting_.execute(statement);
    setting_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    std::filesystem::copy_file(setting_.file, start_);
  }

  void begin() const {
    const auto place = std::filesystem::path(setting_.file).parent_path();
    std::filesystem::remove_all(place);
    if (finds_nothing()) return;
    std::filesystem::create_directory(place);
    std::filesystem::copy_file(start_, setting_.file);
  }

  /// The same command again, on a disk that works.
  void go_on() const {
    CHECK(setting_.run(arguments_).status == 0);
    check_is_done();
  }

  void check_is_done() const {
    CHECK(setting_.state().status == mirror::HarvestStatus::kComplete);
    CHECK(setting_.content() == content_);
    setting_.check_full_text();
  }

  void check_pages_are_whole() const {
    if (!std::filesystem::exists(setting_.file)) return;
    try {
      const auto stored = setting_.count("papers WHERE version <> '0'");
      CHECK(stored % kPage == 0);
      CHECK(setting_.open().text("PRAGMA integrity_check") == "ok");
    } catch (const mirror::SqliteFault&) {
      CHECK(finds_nothing());  // a new file may have failed before it had tables
    }
  }

  HarvestSetting setting_;
  const SweptCommand& command_;
  std::vector<std::string> arguments_;
  std::string start_ = setting_.folder / "start.db";
  std::size_t content_ = 0;
};

}  // namespace testing
