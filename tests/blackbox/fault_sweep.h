#pragma once

/// harvestd on a disk that fails: one operation after another, and what has to hold each time.

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"

namespace testing {

/// Three pages of ten papers.
class FaultSweep {
 public:
  static constexpr std::int64_t kPage = 10;

  FaultSweep() : setting_({"--generate", "30", "--page-size", "10"}) {
    REQUIRE(setting_.run({"init"}).status == 0);
    content_ = setting_.content();
  }

  /// Lets the `number`th operation of `kind` (support/fault_vfs.cc) fail in an init of a new file,
  /// or in a refresh that stores every paper again, and checks what it left behind. False when
  /// there are not so many operations.
  bool fails(const std::string& kind, int number, bool refresh) {
    CAPTURE(kind);
    CAPTURE(number);
    CAPTURE(refresh);
    begin(refresh);
    const std::string log = setting_.folder / "happened";
    std::filesystem::remove(log);
    Command command = setting_.command(
        {refresh ? "refresh" : "init"},
        {{"TEST_FILE_FAULT", kind + ":" + std::to_string(number)}, {"TEST_FILE_FAULT_LOG", log}});
    command.arguments[0] = program("harvestd_faults");
    const ProcessResult result = testing::run(command);
    const bool happened = std::filesystem::exists(log);
    CAPTURE(result.err);
    if (happened && result.status != 0) {
      CHECK(result.status == 74);
      CHECK(holds(result.err, setting_.file));
    } else {
      // What fails at the very end, when all is stored, is made up for by the next run.
      CHECK(result.status == 0);
      CHECK(setting_.state().status == mirror::HarvestStatus::kComplete);
      CHECK(setting_.content() == content_);
    }
    check_pages_are_whole(refresh);
    CHECK(setting_.run({refresh ? "refresh" : "init"}).status == 0);
    CHECK(setting_.state().status == mirror::HarvestStatus::kComplete);
    CHECK(setting_.content() == content_);
    setting_.check_full_text();
    return happened;
  }

 private:
  void begin(bool refresh) {
    if (!refresh) {
      std::filesystem::remove_all(std::filesystem::path(setting_.file).parent_path());
      return;
    }
    setting_.execute("UPDATE papers SET version = '0'");
    setting_.execute("UPDATE harvest_state SET last_datestamp = '2005-09-16'");
  }

  void check_pages_are_whole(bool refresh) {
    if (!std::filesystem::exists(setting_.file)) return;
    try {
      const auto stored = setting_.count(refresh ? "papers WHERE version <> '0'" : "papers");
      CHECK(stored % kPage == 0);
      CHECK(setting_.open().text("PRAGMA integrity_check") == "ok");
    } catch (const mirror::SqliteFault&) {
      CHECK_FALSE(refresh);  // a new file may have failed before it had tables
    }
  }

  HarvestSetting setting_;
  std::size_t content_ = 0;
};

}  // namespace testing
