/// export and import as an operator meets them.

#include <csignal>
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"
#include "tests/support/sanitized.h"

namespace {

using mirror::HarvestStatus;
using testing::HarvestSetting;
using testing::holds;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

std::string dump_line(const std::string& id, const std::string& day) {
  return R"({"id":")" + id + R"(","title":"A title","authors":"A. Quill","categories":"cs.LG",)" +
         R"("abstract":"Text.","versions":[{"version":"v1",)" +
         R"("created":"Mon, 1 Jan 2024 10:00:00 GMT"}],"update_date":")" + day + "\"}\n";
}

ProcessResult run_with_input(const HarvestSetting& setting, const Words& arguments,
                             std::string_view input) {
  return testing::run(setting.command(arguments), input);
}

TEST_CASE("a harvest exported and imported is the same mirror") {
  const HarvestSetting setting({"--generate", "400", "--page-size", "100"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const std::size_t content = setting.content();
  const std::string dump = setting.folder / "dump.ndjson.gz";
  const ProcessResult exported = setting.run({"export", dump});
  CHECK(exported.status == 0);
  CHECK(exported.out.starts_with("Exported 400 papers, "));
  const ProcessResult lines = setting.run({"export"});
  CHECK(lines.status == 0);
  CHECK(lines.err.starts_with("Exported 400 papers, "));
  CHECK(std::count(lines.out.begin(), lines.out.end(), '\n') == 400);

  std::filesystem::remove_all(std::filesystem::path(setting.file).parent_path());
  const ProcessResult imported = setting.run({"import", dump});
  CHECK(imported.status == 0);
  CHECK(imported.out.starts_with("Import complete: 400 papers, "));
  CHECK(setting.content() == content);
  setting.check_full_text();
  CHECK(setting.run({"verify"}).status == 0);

  std::filesystem::remove_all(std::filesystem::path(setting.file).parent_path());
  CHECK(run_with_input(setting, {"import", "-", "--json"}, lines.out).status == 0);
  CHECK(setting.content() == content);
}

TEST_CASE("a refresh goes on from the newest day of a dump, and brings what changed since") {
  const HarvestSetting setting({"--generate", "300", "--page-size", "100"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const std::size_t content = setting.content();
  const std::string all = setting.run({"export"}).out;
  std::filesystem::remove_all(std::filesystem::path(setting.file).parent_path());

  REQUIRE(run_with_input(setting, {"import", "--quiet"}, all).status == 0);
  const std::string day = setting.state().last_datestamp.value();
  setting.execute("UPDATE papers SET version = '0' WHERE updated >= '" + day + "'");
  const std::size_t asked = setting.asked().size();
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.asked_since(asked).at(0) == "metadataPrefix=arXivRaw&from=" + day);
  CHECK(setting.content() == content);
}

TEST_CASE("arXiv's own dump fills a mirror") {
  const HarvestSetting setting({"--generate", "1"});
  const std::string dump = dump_line("2401.00001", "2024-05-06") +
                           dump_line("2401.00002", "2024-05-09") +
                           dump_line("2401.00003", "2024-05-07");
  const ProcessResult result = run_with_input(setting, {"import"}, dump);
  CHECK(result.status == 0);
  CHECK(holds(result.out, "3 papers"));
  CHECK(holds(result.out, "up to 2024-05-09"));
  CHECK(setting.state().last_datestamp == "2024-05-09");
  CHECK(setting.run({"verify"}).status == 0);
}

TEST_CASE("how an import ends that cannot end well") {
  struct Case {
    std::string input;
    Words arguments;
    int status;
    std::string says;
  };
  const std::string good = dump_line("2401.00001", "2024-05-06");
  const Case cases[] = {
      {good + "no JSON\n", {"import"}, 65, "standard input, line 2: is not a JSON object"},
      {good + dump_line("2401.00002", "soon"),
       {"import"},
       65,
       "standard input, line 2: member `update_date`"},
      {"", {"import"}, 65, "holds no paper"},
      {"\x1F\x8B damaged", {"import"}, 65, "compressed data"},
      {good, {"import", "no such file"}, 74, "Cannot read no such file"},
      {good, {"import", "a", "b"}, 64, "b"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.says);
    const HarvestSetting setting({"--generate", "1"});
    const ProcessResult result = run_with_input(setting, one.arguments, one.input);
    CHECK(result.status == one.status);
    CHECK(holds(result.err, one.says));
    if (std::filesystem::exists(setting.file)) CHECK_FALSE(setting.state().completed_at);
  }
}

TEST_CASE("wherever memory runs out an import ends with a status of the table and a word" *
          doctest::skip(testing::kSanitized)) {
  const HarvestSetting setting({"--generate", "1"});
  std::string line = dump_line("2401.00001", "2024-05-06");
  line.insert(line.find("\"title\":\"") + 9, 8'000'000, 'x');
  const std::string dump = setting.folder.write("dump", line);
  std::map<int, int> times;
  for (int kibibytes = 40'000; times[0] == 0 && kibibytes < 1'000'000; kibibytes += 8'000) {
    CAPTURE(kibibytes);
    testing::Command command = setting.command({"import", dump, "--quiet"});
    command.arguments.insert(
        command.arguments.begin(),
        {"/bin/sh", "-c", "ulimit -v $0; exec \"$@\"", std::to_string(kibibytes)});
    const ProcessResult result = testing::run(command);
    ++times[result.status];
    CHECK(result.err.empty() == (result.status == 0));
  }
  CHECK(times[0] == 1);
  CHECK(times[70] > 0);  // of the program; 74 where it is SQLite's
  for (const auto& [status, count] : times)
    CHECK((status == 0 || status == 70 || status == 74));
}

TEST_CASE("a mirror that is complete takes no import") {
  const HarvestSetting setting({"--generate", "20"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const auto result = run_with_input(setting, {"import"}, dump_line("2401.00001", "2024-05-06"));
  CHECK(result.status == 78);
  CHECK(holds(result.err, "`harvestd refresh`"));
  CHECK(setting.count("papers") == 20);
}

TEST_CASE("after an import that broke off, an init reads the whole list") {
  const HarvestSetting setting({"--generate", "20"});
  std::string dump;
  for (int i = 10'000; i < 15'000; ++i)
    dump += dump_line("2401." + std::to_string(i), "2024-05-06");
  CHECK(run_with_input(setting, {"import"}, dump + "x").status == 65);
  CHECK(setting.state().status == HarvestStatus::kError);
  CHECK(setting.run({"init", "--quiet"}).status == 0);
  CHECK(setting.asked().at(0) == "metadataPrefix=arXivRaw");
  CHECK(setting.count("papers") == 5'020);
}

TEST_CASE("a signal ends an import that waits for its input") {
  for (const int signal : {SIGTERM, SIGINT}) {
    const HarvestSetting setting({"--generate", "1"});
    testing::Process import(setting.command({"import", "--json"}));
    REQUIRE(import.write(dump_line("2401.00001", "2024-05-06")));
    while (!std::filesystem::exists(setting.file))
      std::this_thread::yield();
    import.send_signal(signal);
    CHECK(import.wait() == 128 + signal);
    CHECK(import.wait_for_stderr("Stopped by a signal"));
  }
}

TEST_CASE("an import whose input is closed ends") {
  const HarvestSetting setting({"--generate", "20"});
  const auto closed = testing::run({{"/bin/sh", "-c", "exec \"$0\" import --mirror \"$1\" <&-",
                                     testing::program("harvestd"), setting.file}});
  CHECK(closed.status == 65);
  CHECK(holds(closed.err, "holds no paper"));
}

TEST_CASE("an export that cannot be written names its file") {
  const HarvestSetting setting({"--generate", "20"});
  REQUIRE(setting.run({"init", "--quiet"}).status == 0);
  const ProcessResult full = setting.run({"export", "/dev/full"});
  CHECK(full.status == 74);
  CHECK(holds(full.err, "Cannot write /dev/full: No space left on device"));
  const ProcessResult nowhere = setting.run({"export", setting.folder / "none/dump"});
  CHECK(nowhere.status == 74);
  CHECK(holds(nowhere.err, "none/dump"));
  const auto unread = testing::run(
      {{"/bin/sh", "-c",
        "mkfifo \"$2\" && exec 3<>\"$2\" 4>\"$2\" 3<&- && exec \"$0\" export --mirror \"$1\" >&4",
        testing::program("harvestd"), setting.file, setting.folder / "pipe"}});
  CHECK(unread.status == 74);
  CHECK(holds(unread.err, "Cannot write standard output: Broken pipe"));
}

TEST_CASE("an export before the first harvest's end says that it is not all") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "20"});
  setting.arxiv.fault("path=/oai;nth=2;status=404");
  CHECK(setting.run({"init", "--quiet"}).status == 65);
  const ProcessResult result = setting.run({"export"});
  CHECK(result.status == 0);
  CHECK(std::count(result.out.begin(), result.out.end(), '\n') == 20);
  CHECK(holds(result.err, "has not finished"));
}

}  // namespace
