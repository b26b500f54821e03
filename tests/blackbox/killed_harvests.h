#pragma once

/// Harvests that are killed at random moments and started again at once, over a list that changes
/// all the while.

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"

namespace testing {

class KilledHarvests {
 public:
  KilledHarvests(std::size_t records, std::size_t page_size, unsigned seed)
      : records_(records),
        setting_({"--generate", std::to_string(records), "--deleted", std::to_string(records / 50),
                  "--page-size", std::to_string(page_size)}),
        random_(seed) {}

  /// Kills `kills` times. A file that is complete before is compared with one that was never
  /// interrupted, and another one is begun.
  void survive(int kills) {
    const auto whole = time_of_whole();
    for (int killed = 0; killed < kills;) {
      CAPTURE(killed);
      if (runs_into_kill(std::chrono::milliseconds(below(whole.count() / 2 + 1)))) {
        ++killed;
      } else {
        ++completed_;
        check_complete();
        begin_anew();
      }
    }
    runs_through("init");
    check_complete();
    MESSAGE("killed ", kills, " times, ", completed_ + 1, " files completed");
  }

 private:
  std::int64_t below(std::int64_t bound) {
    return std::uniform_int_distribution<std::int64_t>(0, bound - 1)(random_);
  }

  void runs_through(const std::string& command) const {
    const auto patience = base::Deadline::after(std::chrono::minutes(5));
    const ProcessResult result = testing::run(setting_.command({command}), "", patience);
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
  }

  std::chrono::milliseconds time_of_whole() {
    const auto start = std::chrono::steady_clock::now();
    runs_through("init");
    begin_anew();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
  }

  void modify_some() {
    for (auto left = below(4); left > 0; --left)
      setting_.arxiv.modify(static_cast<std::size_t>(below(static_cast<std::int64_t>(records_))));
  }

  /// False when the harvest was through before `moment`.
  bool runs_into_kill(std::chrono::milliseconds moment) {
    Process child(setting_.command({"init"}));
    modify_some();  // while it runs
    const auto status = child.wait(base::Deadline::after(moment));
    if (!status) {
      child.send_signal(SIGKILL);
      child.wait();
      modify_some();  // and while none does
      return true;
    }
    CHECK(status == 0);
    return false;
  }

  /// What arXiv moved within the last day is left to the next refresh.
  void check_complete() {
    runs_through("refresh");
    CHECK(setting_.state().status == mirror::HarvestStatus::kComplete);
    CHECK(setting_.count("papers") == static_cast<std::int64_t>(records_));
    setting_.check_full_text();
    CHECK(setting_.open().text("PRAGMA integrity_check") == "ok");
    const std::size_t content = setting_.content();
    const std::string schema = schema_text();

    const std::string file = setting_.file;
    setting_.file = setting_.folder / "whole/mirror.db";
    runs_through("init");
    CHECK(setting_.content() == content);
    CHECK(schema_text() == schema);
    begin_anew();
    setting_.file = file;
  }

  std::string schema_text() const {
    return setting_.open()
        .text(
            "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE sql NOT NULL"
            " ORDER BY type, name)")
        .value_or("");
  }

  void begin_anew() {
    std::filesystem::remove_all(std::filesystem::path(setting_.file).parent_path());
  }

  std::size_t records_;
  HarvestSetting setting_;
  std::mt19937 random_;
  int completed_ = 0;
};

}  // namespace testing
