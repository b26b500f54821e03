// A harvest that goes well, and the command line.

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"

namespace {

using mirror::HarvestState;
using mirror::HarvestStatus;
using testing::HarvestSetting;
using testing::holds;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

TEST_CASE("init brings every record once, page by page, and leaves a complete file") {
  const HarvestSetting setting({"--generate", "2000", "--deleted", "20", "--page-size", "300"});
  const ProcessResult result = setting.run({"init", "--contact", "ada@example.org"});
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  CHECK(holds(result.out, "Asking 127.0.0.1 for all records."));
  CHECK(holds(result.out,
              "Harvest complete (drained): 7 pages, 2,000 records, 20 tombstones, up to "));

  CHECK(setting.count("papers") == 2000);
  CHECK(setting.count("papers WHERE (SELECT COUNT(*) FROM paper_categories WHERE paper_id = id)"
                      " = 0") == 0);
  setting.check_full_text();
  CHECK(setting.count("sqlite_master WHERE name LIKE 'sqlite_stat%'") == 0);
  const HarvestState state = setting.state();
  CHECK(state.status == HarvestStatus::kComplete);
  CHECK(state.total_records == 2000);
  CHECK(state.completed_at.has_value());
  CHECK(state.last_datestamp.has_value());
  CHECK(state.resumption_token == std::nullopt);
  CHECK(state.error_message == std::nullopt);

  const Words asked = setting.asked();
  REQUIRE(asked.size() == 7);
  CHECK(asked[0] == "metadataPrefix=arXivRaw");
  for (std::size_t page = 1; page < asked.size(); ++page) {
    CAPTURE(asked[page]);
    CHECK(asked[page].starts_with("resumptionToken="));
    CHECK_FALSE(holds(asked[page], "&"));
  }
  for (const testing::LoggedRequest& request : setting.arxiv.log())
    CHECK(holds(request.user_agent, "ada@example.org"));
}

TEST_CASE("the file is left short and readable beside its side files") {
  const HarvestSetting setting({"--generate", "50"});
  CHECK(setting.run({"init"}).status == 0);
  CHECK(std::filesystem::file_size(setting.file + "-wal") == 0);
  CHECK(std::filesystem::exists(setting.file + "-shm"));
}

TEST_CASE("a refresh asks from the last day on, that day included, and stores what changed") {
  const HarvestSetting setting({"--generate", "1000", "--page-size", "400"});
  CHECK(setting.run({"init"}).status == 0);
  const std::size_t before = setting.content();
  const std::string day = setting.state().last_datestamp.value();
  const auto completed_at = setting.state().completed_at;

  std::size_t asked = setting.asked().size();
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.asked_since(asked) == Words{"metadataPrefix=arXivRaw&from=" + day});
  CHECK(setting.content() == before);
  CHECK(setting.state().last_datestamp == day);
  CHECK(setting.state().completed_at != completed_at);

  for (const std::size_t index : {3U, 500U, 999U})
    setting.arxiv.modify(index);
  setting.execute("UPDATE papers SET version = '0'");
  asked = setting.asked().size();
  const ProcessResult result = setting.run({"refresh", "--json"});
  CHECK(result.status == 0);
  CHECK(setting.asked_since(asked).at(0) == "metadataPrefix=arXivRaw&from=" + day);
  CHECK(setting.count("papers") == 1000);
  CHECK(setting.state().last_datestamp.value() > day);
  setting.check_full_text();

  const auto end = testing::last_json(result.out);
  CHECK(testing::text_of(end, "event") == "end");
  CHECK(testing::text_of(end, "outcome") == "drained");
  CHECK(testing::text_of(end, "last_datestamp") == setting.state().last_datestamp);
  const auto renewed = json::integer(*json::find(end, "records"));
  CHECK(renewed.value() >= 4);  // the three, and what the last day already had
  CHECK(setting.count("papers WHERE version <> '0'") == renewed);
}

TEST_CASE("init on a complete file says so and refreshes it; from scratch reads everything") {
  const HarvestSetting setting({"--generate", "300", "--page-size", "100"});
  CHECK(setting.run({"init"}).status == 0);
  const std::size_t content = setting.content();
  const std::string day = setting.state().last_datestamp.value();

  std::size_t asked = setting.asked().size();
  const ProcessResult again = setting.run({"init"});
  CHECK(again.status == 0);
  CHECK(holds(again.out, "The mirror is complete; asking 127.0.0.1 for records from " + day));
  CHECK(setting.asked_since(asked).at(0) == "metadataPrefix=arXivRaw&from=" + day);

  asked = setting.asked().size();
  CHECK(setting.run({"init", "--from-scratch"}).status == 0);
  CHECK(setting.asked_since(asked).at(0) == "metadataPrefix=arXivRaw");
  CHECK(setting.asked_since(asked).size() == 3);
  CHECK(setting.content() == content);
}

TEST_CASE("from scratch forgets the checkpoint at its start, never that the file was complete") {
  const HarvestSetting setting({"--generate", "50"});
  CHECK(setting.run({"init"}).status == 0);
  const auto completed_at = setting.state().completed_at;
  setting.arxiv.fault("path=/oai;count=1;status=404");
  CHECK(setting.run({"init", "--from-scratch"}).status == 65);
  const HarvestState state = setting.state();
  CHECK(state.status == HarvestStatus::kError);
  CHECK(state.last_datestamp == std::nullopt);
  CHECK(state.completed_at == completed_at);
  CHECK(state.total_records == 50);
}

TEST_CASE("pages are asked for with the pause between them") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "10"});
  CHECK(setting.run({"init", "--oai-request-delay-ms", "60"}).status == 0);
  const auto log = setting.arxiv.log();
  REQUIRE(log.size() == 4);
  for (std::size_t page = 1; page < log.size(); ++page)
    CHECK(log[page].begin_ms - log[page - 1].begin_ms >= 59);  // in whole milliseconds
}

TEST_CASE("quiet says nothing; JSON is one object a line") {
  const HarvestSetting setting({"--generate", "50", "--page-size", "20"});
  const ProcessResult quiet = setting.run({"--quiet", "init"});
  CHECK(quiet.status == 0);
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
  const ProcessResult json = setting.run({"init", "--from-scratch", "--json"});
  for (const std::string_view line : base::split(base::trim(json.out), '\n'))
    CHECK(json::parse(std::string(line)).has_value());
}

TEST_CASE("options stand on either side of the command and win over the environment") {
  const HarvestSetting setting({"--generate", "10"});
  const std::string other = setting.folder / "other.db";
  CHECK(setting.run({"--mirror", other, "init"}).status == 0);
  CHECK(setting.run({"refresh", "--mirror", other}).status == 0);
  CHECK(std::filesystem::exists(other));
  CHECK_FALSE(std::filesystem::exists(setting.file));
}

TEST_CASE("the command line answers for itself") {
  struct Case {
    Words arguments;
    int status;
    std::string says;
  };
  const Case cases[] = {
      {{"--version"}, 0, "harvestd 0.1.0\n"},
      {{"--help"}, 0, "harvestd init "},
      {{"init", "--help"}, 0, "--from-scratch"},
      {{"refresh", "--help"}, 0, "Usage: harvestd refresh"},
      {{}, 64, "subcommand"},
      {{"harvest"}, 64, "harvestd: there is no command 'harvest'."},
      {{"init", "refresh"}, 64, ""},
      {{"init", "--no-such-option"}, 64, "--no-such-option"},
      {{"refresh", "--from-scratch"}, 64, "--from-scratch"},
      {{"refresh", "--budget", "soon"}, 78, "harvestd: --budget: 'soon' is not a whole number"},
      {{"init", "--log-level", "loud"}, 78, "harvestd: --log-level: 'loud' is not one of"},
      {{"refresh", "--budget", "2000", "--oai-timeout-ms", "1000"}, 78, "give at least 3004 ms"},
  };
  const HarvestSetting setting({"--generate", "1"});
  for (const Case& one : cases) {
    CAPTURE(base::join(one.arguments, " "));
    const ProcessResult result = setting.run(one.arguments);
    CHECK(result.status == one.status);
    CHECK(holds(one.status == 0 ? result.out : result.err, one.says));
    CHECK((one.status == 0 ? result.err : result.out).empty());
  }
  CHECK_FALSE(std::filesystem::exists(setting.file));
  CHECK(setting.asked().empty());
}

}  // namespace
