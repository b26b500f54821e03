// mirrorctl beside a harvest at work, and what it asks systemd.

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"

namespace {

namespace fs = std::filesystem;
using testing::HarvestSetting;
using testing::holds;
using testing::Process;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

testing::Command status(const HarvestSetting& setting, const Words& options) {
  testing::Command command{{testing::program("mirrorctl"), "status"}};
  command.arguments.insert(command.arguments.end(), options.begin(), options.end());
  command.environment = {{"ARXIV_MIRROR_PATH", setting.file}};
  return command;
}

/// A first harvest that waits for its third page, two pages stored.
struct Harvest {
  HarvestSetting setting{{"--generate", "60", "--page-size", "20"}};
  Process writer = start();

  void go_on() {
    setting.arxiv.clear_faults();
    CHECK(writer.wait() == 0);
  }

 private:
  Process start() {
    setting.arxiv.fault("path=/oai;nth=3;stall-before-headers");
    return Process(setting.command({"init", "--quiet"}));
  }
};

/// Reads lines until one holds `part`; empty at the end of them.
std::string line_with(Process& process, std::string_view part) {
  while (const auto line = process.read_line()) {
    if (holds(*line, part)) return *line;
  }
  return "";
}

TEST_CASE("a harvest is watched until it ends") {
  Harvest harvest;
  harvest.setting.arxiv.wait_for_requests("/oai", 3);
  Process watch(status(harvest.setting, {"--watch", "--interval", "0.1"}));
  CHECK(line_with(watch, "Condition") == "Condition   harvesting");
  CHECK(holds(line_with(watch, "Progress"), "0% of about 3,000,000 papers"));
  const std::string line = line_with(watch, "harvesting, 40 papers, up to 20");
  CHECK(holds(line, "0% of about 3,000,000 papers, 0 papers/s"));
  harvest.go_on();
  CHECK(line_with(watch, "ready, ").starts_with("ready, 60 papers, up to 20"));
  CHECK(watch.wait() == 0);
}

TEST_CASE("as JSON it is one object a look") {
  Harvest harvest;
  harvest.setting.arxiv.wait_for_requests("/oai", 3);
  Process watch(status(harvest.setting, {"--interval", "0.1", "--json"}));
  const auto first = json::parse(line_with(watch, R"("papers":40)"));
  REQUIRE(first);
  CHECK(testing::text_of(*first, "condition") == "harvesting");
  CHECK(testing::text_of(*first, "writer").starts_with("process "));
  CHECK((*first)["free_bytes"].GetInt64() > 0);
  harvest.go_on();
  CHECK(holds(line_with(watch, R"("condition":"ready")"), R"("expected_papers":null)"));
  CHECK(watch.wait() == 0);
}

TEST_CASE("a mirror at rest is shown once") {
  const HarvestSetting setting({"--generate", "20"});
  CHECK(setting.run({"init", "--quiet"}).status == 0);
  for (const Words& options : {Words{}, Words{"--watch"}}) {
    const ProcessResult shown = testing::run(status(setting, options));
    CHECK(shown.status == 0);
    CHECK(holds(shown.out, "Condition   ready\n"));
    CHECK(holds(shown.out, " free\n"));
    CHECK(holds(shown.out, "behind)\n") + holds(shown.out, "(up to date)\n") == 1);
  }
}

/// `mirrorctl status` with a systemctl of the test's own first on PATH.
ProcessResult status_with_systemctl(const HarvestSetting& setting, const std::string& script) {
  const std::string folder = setting.folder / "bin";
  fs::create_directories(folder);
  const std::string program = setting.folder.write("bin/systemctl", "#!/bin/sh\n" + script);
  fs::permissions(program, fs::perms(0755));
  testing::Command command = status(setting, {});
  command.environment["PATH"] = folder + ":/usr/bin:/bin";
  return testing::run(command);
}

TEST_CASE("the timer is told where systemd answers") {
  const HarvestSetting setting({"--generate", "1"});
  const ProcessResult told = status_with_systemctl(
      setting,
      "[ \"$TZ $1 $2 $3\" = 'UTC show harvestd-refresh.timer harvestd-refresh.service' ] || exit "
      "1\n"
      "printf 'LoadState=loaded\\nActiveState=active\\n'\n"
      "printf 'NextElapseUSecRealtime=Wed 2036-12-03 05:11:42 UTC\\n'\n"
      "printf 'LastTriggerUSec=Tue 2026-12-01 04:52:07 UTC\\n\\nResult=success\\n'\n");
  CHECK(told.status == 0);
  CHECK(holds(told.out, "Timer      next 2036-12-03T05:11:42Z (in "));
  CHECK(holds(told.out, "last 2026-12-01T04:52:07Z ("));
  CHECK(told.out.find("): success\n") != std::string::npos);
  CHECK(told.out.ends_with("arXiv API  free\narXiv OAI  free\n"));

  const ProcessResult silent = status_with_systemctl(setting, "echo no bus >&2; exit 1\n");
  CHECK(silent.status == 0);
  CHECK_FALSE(holds(silent.out, "Timer"));
  CHECK(silent.err.empty());
}

TEST_CASE("a systemd that does not answer is not waited for") {
  const HarvestSetting setting({"--generate", "1"});
  const ProcessResult shown = status_with_systemctl(setting, "exec sleep 600\n");
  CHECK(shown.status == 0);
  CHECK(holds(shown.out, "Condition  none\n"));
}

}  // namespace
