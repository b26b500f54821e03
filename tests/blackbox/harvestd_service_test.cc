// What a service manager and its journal see of harvestd, and the room it wants before it starts.

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"
#include "tests/support/notify_socket.h"

namespace {

using testing::HarvestSetting;
using testing::holds;
using testing::NotifySocket;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

constexpr const char* kSilence = "\nEXTEND_TIMEOUT_USEC=3600000000";

TEST_CASE("the service manager is told what is done, how far it is, and the end") {
  const HarvestSetting setting({"--generate", "60", "--page-size", "20"});
  const NotifySocket manager(setting.folder / "notify");
  const ProcessResult result =
      setting.run({"init", "--quiet"}, {{"NOTIFY_SOCKET", manager.path()}});
  CHECK(result.status == 0);
  const Words told = manager.take();
  REQUIRE(told.size() == 3);
  CHECK(told[0].starts_with("STATUS=Asking 127.0.0.1"));
  CHECK(told[1].starts_with("STATUS=1 page, 20 records"));
  CHECK(holds(told[1], ", up to 20"));
  CHECK(holds(told[1], " records/s\n"));
  CHECK(told[2].starts_with("STATUS=Harvest complete (drained): 3 pages, 60 records"));
  for (const std::string& message : told)
    CHECK(message.ends_with(kSilence));
}

TEST_CASE("it is told of waits, and why a run failed") {
  const HarvestSetting setting({"--generate", "20"});
  setting.arxiv.fault("path=/oai;count=1;status=503");
  const NotifySocket manager(setting.folder / "notify");
  CHECK(setting.run({"init", "--quiet"}, {{"NOTIFY_SOCKET", manager.path()}}).status == 0);
  const Words waited = manager.take();
  REQUIRE(waited.size() == 5);
  CHECK(holds(waited[1], "503"));
  CHECK(waited[2].starts_with("EXTEND_TIMEOUT_USEC=36000"));

  setting.arxiv.fault("path=/oai;status=404");
  const ProcessResult failed =
      setting.run({"refresh", "--quiet"}, {{"NOTIFY_SOCKET", manager.path()}});
  CHECK(failed.status == 65);
  const Words told = manager.take();
  REQUIRE(!told.empty());
  CHECK(holds(told.back(), "404"));
}

/// Runs `arguments` as systemd would: with JOURNAL_STREAM naming stream `fd`.
ProcessResult run_with_journal(const HarvestSetting& setting, const Words& arguments, int fd,
                               const std::map<std::string, std::string>& environment = {}) {
  testing::Command command = setting.command(arguments, environment);
  const std::string stream = std::to_string(fd);
  const std::string script =
      "exec 9>&" + stream + "; JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/9) exec \"$0\" \"$@\"";
  command.arguments.insert(command.arguments.begin(), {"/bin/sh", "-c", script});
  return testing::run(command);
}

TEST_CASE("the journal gets levels on both streams") {
  const HarvestSetting setting({"--generate", "20"});
  setting.arxiv.fault("path=/oai;count=1;status=503");
  const ProcessResult waited = run_with_journal(setting, {"init"}, 2);
  CHECK(waited.status == 0);
  CHECK(waited.err.starts_with("<4>"));
  CHECK(waited.out.starts_with("Asking "));

  const ProcessResult shown = run_with_journal(setting, {"refresh"}, 1);
  CHECK(shown.out.starts_with("<6>Asking "));
  CHECK(holds(shown.out, "\n<6>Harvest complete"));

  setting.arxiv.fault("path=/oai;status=404");
  CHECK(run_with_journal(setting, {"refresh"}, 2).err.starts_with("<3>harvestd: "));
  CHECK(run_with_journal(setting, {"refresh"}, 2, {{"ARXIV_MIRROR_LEASE_MS", "soon"}})
            .err.starts_with("<3>harvestd: ARXIV_MIRROR_LEASE_MS"));
}

TEST_CASE("init wants room for what is to come, names the folder, and makes nothing") {
  const HarvestSetting setting({"--generate", "20"});
  const auto run = [&](const std::string& papers) {
    return setting.run({"init", "--quiet", "--expect-papers", papers});
  };
  const ProcessResult refused = run("1000000000000");
  CHECK(refused.status == 74);
  CHECK(refused.err.starts_with("harvestd: " + setting.folder.path().string() + " has "));
  CHECK(holds(refused.err, " free, and 1,000,000,000,000 more papers take about 2.22 PiB."));
  CHECK(std::filesystem::is_empty(setting.folder.path()));
  CHECK(setting.asked().empty());

  CHECK(run("many").status == 64);
  CHECK(run("0").status == 0);
  CHECK(run("20").status == 0);  // all of them are there
}

}  // namespace
