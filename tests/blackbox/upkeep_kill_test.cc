/// kill -9 in the middle of an import, a repair and an init from scratch, and then the same again.

#include <csignal>
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"

namespace {

using testing::HarvestSetting;
using testing::Process;
using Words = HarvestSetting::Words;

/// Kills `arguments` after ever longer delays, until they end before that; answers how.
int kill_again_and_again(const HarvestSetting& setting, const Words& arguments) {
  for (auto delay = std::chrono::milliseconds(2); delay < std::chrono::seconds(10);
       delay = delay * 3 / 2) {
    Process child(setting.command(arguments));
    if (const auto status = child.wait(base::Deadline::after(delay))) return *status;
    child.send_signal(SIGKILL);
    // It may have ended by itself in between.
    if (const auto status = child.wait(); status != 128 + SIGKILL) return status.value_or(-1);
  }
  return -1;
}

TEST_CASE("an import killed anywhere ends right when it is run again") {
  const HarvestSetting setting({"--generate", "3000", "--page-size", "1500"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const std::size_t content = setting.content();
  const std::string dump = setting.folder / "dump.gz";
  REQUIRE(setting.run({"export", dump, "--quiet"}).status == 0);
  for (const char* side : {"", "-wal", "-shm"})
    std::filesystem::remove(setting.file + side);
  const int status = kill_again_and_again(setting, {"import", dump});
  CHECK((status == 0 || status == 78));  // 78 of one that was killed behind its last commit
  CHECK(setting.state().status == mirror::HarvestStatus::kComplete);
  CHECK(setting.content() == content);
  CHECK(setting.run({"verify"}).status == 0);
}

TEST_CASE("a repair killed anywhere loses no paper, and mends the rest when it is run again") {
  const HarvestSetting setting({"--generate", "3000", "--page-size", "1500"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const std::size_t content = setting.content();
  for (const char* damage :
       {"DROP TRIGGER papers_au", "UPDATE papers SET comment = comment || '' WHERE rowid < 9",
        "DROP INDEX papers_updated_idx", "DELETE FROM paper_categories WHERE rowid % 3 = 0",
        "UPDATE harvest_state SET last_datestamp = 'soon'"})
    setting.execute(damage);
  CHECK(kill_again_and_again(setting, {"repair"}) == 0);
  CHECK(setting.content() == content);
  CHECK(setting.run({"verify"}).status == 0);
  CHECK(setting.run({"refresh"}).status == 0);
}

TEST_CASE("an init from scratch that is killed goes on, and answers meanwhile") {
  const HarvestSetting setting({"--generate", "300", "--page-size", "50"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const std::size_t content = setting.content();
  setting.execute("UPDATE papers SET title = 'outdated'");
  setting.arxiv.fault("path=/oai;skip=2;stall-before-headers");
  Process child(setting.command({"init", "--from-scratch"}));
  setting.arxiv.wait_for_requests("/oai", 6 + 3);
  child.send_signal(SIGKILL);
  CHECK(child.wait() == 128 + SIGKILL);
  setting.arxiv.clear_faults();
  CHECK(setting.state().completed_at.has_value());
  CHECK(setting.run({"verify", "--quick"}).status == 0);
  CHECK(setting.count("papers WHERE title = 'outdated'") > 0);
  CHECK(setting.run({"init"}).status == 0);
  CHECK(setting.content() == content);
  CHECK(setting.run({"verify"}).status == 0);
}

}  // namespace
