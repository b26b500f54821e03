// Runs that end before the list does: signals, kills, budgets, locks, other versions.

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <doctest/doctest.h>

#include "common/base/deadline.h"
#include "common/base/unique_fd.h"
#include "tests/blackbox/harvest_setting.h"

namespace {

using mirror::HarvestState;
using mirror::HarvestStatus;
using testing::HarvestSetting;
using testing::holds;
using testing::Process;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

/// Waits until arXiv has been asked for `count` pages in all.
void wait_for_pages(const HarvestSetting& setting, std::size_t count) {
  setting.arxiv.wait_for_requests("/oai", count);
}

TEST_CASE("a signal drops the open request, keeps what is stored and says so") {
  struct Case {
    int signal;
    int status;
  };
  for (const Case& one : {Case{SIGTERM, 143}, Case{SIGINT, 130}}) {
    CAPTURE(one.signal);
    const HarvestSetting setting({"--generate", "60", "--page-size", "20"});
    setting.arxiv.fault("path=/oai;nth=3;stall-after-headers");
    Process child(setting.command({"init", "--json"}));
    wait_for_pages(setting, 3);
    child.send_signal(one.signal);
    const ProcessResult result = child.finish();
    CHECK(result.status == one.status);
    CHECK(result.err == "harvestd: Stopped by a signal; the next run goes on.\n");
    CHECK(testing::text_of(testing::last_json(result.out), "outcome") == "failed");
    const HarvestState state = setting.state();
    CHECK(state.status == HarvestStatus::kError);
    CHECK(state.error_message == "Stopped by a signal.");
    CHECK(state.last_datestamp.has_value());
    CHECK(state.resumption_token == std::nullopt);
    CHECK(setting.count("papers") == 40);  // both complete pages

    setting.arxiv.clear_faults();
    CHECK(setting.run({"init"}).status == 0);
    CHECK(setting.asked().at(3) == "metadataPrefix=arXivRaw&from=" + *state.last_datestamp);
    CHECK(setting.count("papers") == 60);
  }
}

TEST_CASE("a harvest killed at any page resumes to what an uninterrupted one holds") {
  const Words corpus = {"--generate", "400", "--deleted", "10", "--page-size", "50"};
  const HarvestSetting whole(corpus);
  CHECK(whole.run({"init"}).status == 0);
  const std::size_t expected = whole.content();

  for (const std::size_t page : {1U, 2U, 5U, 8U}) {
    CAPTURE(page);
    const HarvestSetting setting(corpus);
    setting.arxiv.fault("path=/oai;nth=" + std::to_string(page) + ";stall-before-headers");
    Process child(setting.command({"init"}));
    wait_for_pages(setting, page);
    child.send_signal(SIGKILL);
    CHECK(child.wait() == 137);
    CHECK(setting.state().completed_at == std::nullopt);
    setting.arxiv.clear_faults();
    CHECK(setting.run({"init"}).status == 0);
    CHECK(setting.content() == expected);
    CHECK(setting.state().total_records == 400);
    setting.check_full_text();
  }
}

TEST_CASE("one writer at a time: the second is told who the first is") {
  const HarvestSetting setting({"--generate", "20"});
  setting.arxiv.fault("path=/oai;count=1;stall-before-headers");
  Process first(setting.command({"init"}));
  wait_for_pages(setting, 1);
  const ProcessResult second = setting.run({"refresh", "--json"});
  CHECK(second.status == 75);
  CHECK(holds(second.err, "harvestd: skipped: Another harvestd (process " +
                              std::to_string(first.pid()) + " since 20"));
  const auto end = testing::last_json(second.out);
  CHECK(testing::text_of(end, "outcome") == "skipped");
  CHECK(testing::text_of(end, "reason") == "mirror_busy");
  setting.arxiv.clear_faults();
  CHECK(first.wait() == 0);
  CHECK(setting.count("papers") == 20);
}

TEST_CASE("a link to the mirror file is no second mirror file") {
  const HarvestSetting setting({"--generate", "20"});
  CHECK(setting.run({"init"}).status == 0);
  const std::string link = setting.folder / "link.db";
  std::filesystem::create_symlink(setting.file, link);
  setting.arxiv.fault("path=/oai;count=1;stall-before-headers");
  Process first(setting.command({"refresh"}));
  setting.arxiv.wait_for_requests("/oai", 2);
  CHECK(setting.run({"refresh", "--mirror", link}).status == 75);
  setting.arxiv.clear_faults();
  CHECK(first.wait() == 0);
}

TEST_CASE("a live migration lease holds harvestd off") {
  const HarvestSetting setting({"--generate", "20"});
  CHECK(setting.run({"init"}).status == 0);
  setting.execute(
      "INSERT INTO migration_lease SELECT 1, 'elsewhere/1/1', 6, 'index', now, now FROM"
      " (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now)");
  const HarvestState before = setting.state();
  const ProcessResult result = setting.run({"refresh"});
  CHECK(result.status == 75);
  CHECK(holds(result.err, "elsewhere/1/1"));
  CHECK(setting.state() == before);
  setting.execute("UPDATE migration_lease SET renewed_at = '2020-01-01T00:00:00.000Z'");
  CHECK(setting.run({"refresh"}).status == 0);
}

TEST_CASE("a file of another version, of another program or of none is left alone") {
  const HarvestSetting setting({"--generate", "20"});
  CHECK(setting.run({"init"}).status == 0);
  setting.execute("UPDATE schema_version SET version = 8");
  const ProcessResult newer = setting.run({"refresh"});
  CHECK(newer.status == 78);
  CHECK(holds(newer.err, "version 8"));
  CHECK(setting.state().status == HarvestStatus::kComplete);

  const std::string garbage = setting.folder.write("garbage.db", std::string(5000, 'x'));
  CHECK(setting.run({"init", "--mirror", garbage}).status == 74);
  CHECK(testing::read_file(garbage) == std::string(5000, 'x'));
  CHECK(setting.run({"init", "--mirror", "/dev/null/mirror.db"}).status == 74);
}

/// A budget in which a run of pages 300 ms apart ends after a few, however slow its start: one
/// page's cycle is 300 + 3 * 1000 + 2 * 300 ms, which leaves a second for them.
const Words kShortBudget = {
    "refresh",  "--json", "--oai-request-delay-ms", "300", "--oai-timeout-ms", "1000",
    "--budget", "4900"};

TEST_CASE("a refresh at its budget stops between pages, ends well and is taken up again") {
  const HarvestSetting setting({"--generate", "400", "--page-size", "10"});
  const ProcessResult result = setting.run(kShortBudget);
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  CHECK(testing::text_of(testing::last_json(result.out), "outcome") == "partial");
  const HarvestState state = setting.state();
  CHECK(state.status == HarvestStatus::kInProgress);
  CHECK(state.error_message == std::nullopt);
  CHECK(state.completed_at == std::nullopt);
  CHECK(state.resumption_token == std::nullopt);  // the checkpoint moved
  CHECK(setting.count("papers") == static_cast<std::int64_t>(10 * setting.asked().size()));
  CHECK(setting.count("papers") < 400);

  const std::size_t before = setting.asked().size();
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.asked_since(before).at(0) ==
        "metadataPrefix=arXivRaw&from=" + state.last_datestamp.value());
  CHECK(setting.count("papers") == 400);
}

TEST_CASE("a refresh whose budget ends while another mirror's harvest has the turns is partial") {
  const HarvestSetting setting({"--generate", "20"});
  setting.arxiv.fault("path=/oai;count=1;stall-before-headers");
  Process other(setting.command(
      {"init", "--oai-request-delay-ms", "1", "--mirror", setting.folder / "other.db"}));
  wait_for_pages(setting, 1);
  const ProcessResult result = setting.run({"refresh", "--json", "--oai-request-delay-ms", "1",
                                            "--oai-timeout-ms", "50", "--budget", "400"});
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  CHECK(testing::text_of(testing::last_json(result.out), "outcome") == "partial");
  CHECK(setting.asked().size() == 1);
  const HarvestState state = setting.state();
  CHECK(state.status == HarvestStatus::kInProgress);
  CHECK(state.error_message == std::nullopt);
  CHECK(state.resumption_token == std::nullopt);
  setting.arxiv.clear_faults();
  CHECK(other.wait() == 0);
}

TEST_CASE("a budget that ends on the day it began keeps the token, and the next run resumes it") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "2"});
  for (std::size_t index = 0; index < 40; ++index)
    setting.arxiv.modify(index);  // all of one day, today
  CHECK(setting.run({"init"}).status == 0);
  CHECK(setting.run(kShortBudget).status == 0);
  const HarvestState stopped = setting.state();
  CHECK(stopped.status == HarvestStatus::kInProgress);
  REQUIRE(stopped.resumption_token.has_value());

  // A failure on the same day keeps it too, as far as the run got.
  setting.arxiv.fault("path=/oai;nth=3;status=404");
  std::size_t before = setting.asked().size();
  CHECK(setting.run({"refresh"}).status == 65);
  CHECK(setting.asked_since(before).at(0).starts_with("resumptionToken="));
  const HarvestState failed = setting.state();
  REQUIRE(failed.resumption_token.has_value());
  CHECK(failed.resumption_token != stopped.resumption_token);

  before = setting.asked().size();
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.asked_since(before).at(0) == setting.asked().at(before - 1));
  CHECK(setting.state().status == HarvestStatus::kComplete);
  CHECK(setting.state().resumption_token == std::nullopt);
  CHECK(setting.count("papers") == 40);
}

TEST_CASE("a signal is a failure even where the budget would have ended the run") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "10"});
  setting.arxiv.fault("path=/oai;nth=2;stall-before-headers");
  Process child(setting.command({"refresh", "--oai-timeout-ms", "20000", "--budget", "61000"}));
  wait_for_pages(setting, 2);
  child.send_signal(SIGTERM);
  CHECK(child.wait() == 143);
  CHECK(setting.state().status == HarvestStatus::kError);
}

/// A repair of this file does not end by itself: with a row of paper_categories goes another one.
void make_repair_endless(const HarvestSetting& setting) {
  setting.execute("UPDATE paper_categories SET updated = '2030'");
  setting.execute(
      "CREATE TABLE aside (category, paper_id, FOREIGN KEY (category, paper_id)"
      " REFERENCES paper_categories (category, paper_id) ON DELETE CASCADE)");
  setting.execute("INSERT INTO aside SELECT category, paper_id FROM paper_categories");
  setting.execute(
      "CREATE TRIGGER endless AFTER DELETE ON aside BEGIN SELECT (WITH RECURSIVE"
      " number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number)"
      " SELECT max(value) FROM number); END");
}

/// Returns once another process has held SQLite's lock for writing for a while.
void wait_until_at_work(const HarvestSetting& setting) {
  mirror::Database other = setting.open();
  other.wait_for_locks(std::chrono::milliseconds(0), {});
  for (int held = 0; held < 20; ++held) {
    base::wait_until(base::Deadline::after(std::chrono::milliseconds(5)), {});
    try {
      other.execute("BEGIN IMMEDIATE");
      other.execute("ROLLBACK");
      held = 0;
    } catch (const mirror::SqliteFault& fault) {
      if (!fault.is_busy()) throw;
    }
  }
}

TEST_CASE("a repair ends at a signal, and the next one does what it left") {
  const HarvestSetting setting({"--generate", "40"});
  REQUIRE(setting.run({"init"}).status == 0);
  const std::size_t content = setting.content();
  make_repair_endless(setting);
  for (const auto& [signal, status] : {std::pair{SIGTERM, 143}, std::pair{SIGINT, 130}}) {
    Process child(setting.command({"repair", "--json"}));
    wait_until_at_work(setting);
    child.send_signal(signal);
    const ProcessResult result = child.finish();
    CHECK(result.status == status);
    CHECK(result.err == "harvestd: Stopped by a signal; the next run goes on.\n");
    CHECK(testing::text_of(testing::last_json(result.out), "outcome") == "failed");
  }
  setting.execute("DROP TABLE aside");
  CHECK(setting.run({"repair"}).status == 0);
  CHECK(setting.content() == content);
}

/// A pipe with a name, which nobody reads and which is full.
struct FullPipe {
  explicit FullPipe(const testing::TempDir& folder) : path(folder / "full") {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    end.reset(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    const std::string block(4096, 'x');
    while (::write(end.get(), block.data(), block.size()) > 0) {
    }
  }
  std::string path;
  base::UniqueFd end;
};

TEST_CASE("outputs that nobody reads neither stop a harvest nor keep a signal from ending it") {
  const HarvestSetting setting({"--generate", "60", "--page-size", "10"});
  const FullPipe full(setting.folder);
  const auto unread = [&](const std::string& words) {
    testing::Command command = setting.command({});
    command.arguments = {"/bin/sh", "-c", "exec \"$0\" " + words + " >\"$1\" 2>&1",
                         testing::program("harvestd"), full.path};
    return command;
  };
  setting.arxiv.fault("path=/oai;nth=2;status=503");  // a warning, too
  CHECK(testing::run(unread("init")).status == 0);
  CHECK(setting.count("papers") == 60);
  CHECK(testing::run(unread("init --from-scratch --json")).status == 0);

  setting.arxiv.clear_faults();
  const std::size_t before = setting.asked().size();
  setting.arxiv.fault("path=/oai;skip=2;stall-before-headers");
  Process child(unread("init --from-scratch"));
  wait_for_pages(setting, before + 3);
  child.send_signal(SIGTERM);
  CHECK(child.wait() == 143);
  CHECK(setting.state().status == HarvestStatus::kError);
}

}  // namespace
