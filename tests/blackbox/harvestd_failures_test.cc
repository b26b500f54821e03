// What goes wrong between harvestd and arXiv, and what is left in the file then.

#include <csignal>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"
#include "tests/harvestd/oai/oai_text.h"

namespace {

using mirror::HarvestState;
using mirror::HarvestStatus;
using testing::HarvestSetting;
using testing::holds;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

/// The part of a fault rule that answers with `body`.
std::string body_rule(const testing::TempDir& folder, const std::string& body) {
  return "body=" + folder.write("answer.xml", body);
}

TEST_CASE("a page that cannot be used is refused whole; the next run goes on before it") {
  const std::string good = testing::plain_record("2401.00001", "2024-01-01");
  const std::string page = testing::list(good);
  struct Case {
    std::string what;
    std::string body;
  };
  const Case cases[] = {
      {"truncated", page.substr(0, page.size() / 2)},
      {"not XML", "Down for maintenance."},
      {"two roots", page + page.substr(page.find("<OAI-PMH"))},
      {"Latin-1",
       testing::list(good + testing::record("2401.00002", "2024-01-01", "<title>Caf\xE9</title>"))},
      {"declared otherwise",
       "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + page.substr(page.find("<OAI-PMH"))},
      {"a record without id",
       testing::list(good + testing::record("", "2024-01-01", "<title>T</title>"))},
      {"a protocol error", testing::envelope("<error code=\"badArgument\">no</error>")},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    const HarvestSetting setting({"--generate", "60", "--page-size", "20"});
    setting.arxiv.fault("path=/oai;nth=2;" + body_rule(setting.folder, one.body));
    const ProcessResult result = setting.run({"init"});
    CAPTURE(result.err);
    CHECK(result.status == 65);
    CHECK(result.err.starts_with("harvestd: "));
    CHECK(setting.asked().size() == 2);  // never asked for twice
    CHECK(setting.count("papers") == 20);
    CHECK(setting.count("papers WHERE id = '2401.00001'") == 0);
    const HarvestState state = setting.state();
    CHECK(state.status == HarvestStatus::kError);
    CHECK(result.err == "harvestd: " + state.error_message.value() + "\n");
    CHECK(state.last_datestamp.has_value());
    CHECK(state.completed_at == std::nullopt);

    CHECK(setting.run({"init"}).status == 0);
    CHECK(setting.asked().at(2) == "metadataPrefix=arXivRaw&from=" + *state.last_datestamp);
    CHECK(setting.count("papers") == 60);
  }
}

TEST_CASE("what may pass is asked for again; what may not is sent once") {
  struct Case {
    std::string fault;
    int status;
    std::size_t requests;  ///< for a list of one page
  };
  const Case cases[] = {
      {"count=1;status=503", 0, 2},
      {"count=2;status=500", 0, 3},
      {"count=3;status=502", 69, 3},
      {"count=2;status=429", 0, 3},
      {"count=3;status=429", 69, 3},
      {"count=1;close", 0, 2},
      {"count=1;drop", 0, 2},
      {"count=1;stall-before-headers", 0, 2},
      {"count=1;stall-after-headers", 0, 2},
      {"count=3;stall-after-headers;at=100", 69, 3},
      {"count=1;status=404", 65, 1},
      {"count=1;status=403", 65, 1},
      {"count=1;status=404;stall-after-headers", 69, 1},
      {"count=1;status=410;drop", 69, 1},
      {"count=1;garbage", 65, 1},
      {"count=1;truncate", 65, 1},
  };
  const HarvestSetting setting({"--generate", "30"});
  for (const Case& one : cases) {
    CAPTURE(one.fault);
    setting.arxiv.clear_faults();
    setting.arxiv.fault("path=/oai;" + one.fault);
    const std::size_t before = setting.asked().size();
    const ProcessResult result = setting.run({"refresh", "--oai-timeout-ms", "300"});
    CAPTURE(result.err);
    CHECK(result.status == one.status);
    CHECK(setting.asked_since(before).size() == one.requests);
    const bool complete = setting.state().status == HarvestStatus::kComplete;
    CHECK(complete == (one.status == 0));
    CHECK(setting.state().error_message.has_value() == (one.status != 0));
  }
}

TEST_CASE("an outage is waited out by init and fails a refresh") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "20"});
  setting.arxiv.fault("path=/oai;contains=resumptionToken;count=10;status=503");
  const ProcessResult result = setting.run({"init"});
  CHECK(result.status == 0);
  CHECK(holds(result.err, "127.0.0.1 answered HTTP 503. Asking again in "));
  const Words asked = setting.asked();
  REQUIRE(asked.size() == 12);
  for (std::size_t again = 2; again < asked.size(); ++again)
    CHECK(asked[again] == asked[1]);  // the same request each time
  CHECK(setting.count("papers") == 40);

  const auto completed_at = setting.state().completed_at;
  setting.arxiv.fault("path=/oai;status=503");
  CHECK(setting.run({"refresh"}).status == 69);
  CHECK(setting.state().status == HarvestStatus::kError);
  CHECK(setting.state().completed_at == completed_at);
  CHECK(setting.state().total_records == 40);
}

TEST_CASE("an outage's wait ends at once with a signal") {
  const HarvestSetting setting({"--generate", "10"});
  setting.arxiv.fault("path=/oai;status=503");
  testing::Process child(setting.command(
      {"init"},
      {{"ARXIV_MIRROR_OUTAGE_WAIT_MS", "600000"}, {"ARXIV_MIRROR_OUTAGE_WAIT_MAX_MS", "600000"}}));
  CHECK(child.wait_for_stderr("Asking again in 10 min"));
  child.send_signal(SIGTERM);
  CHECK(child.wait() == 143);
}

TEST_CASE("a Retry-After is kept to") {
  const HarvestSetting setting({"--generate", "10"});
  setting.arxiv.fault("path=/oai;count=1;status=503;retry-after=1");
  CHECK(setting.run({"refresh"}).status == 0);
  const auto log = setting.arxiv.log();
  REQUIRE(log.size() == 2);
  CHECK(log[1].begin_ms - log[0].end_ms >= 990);
}

TEST_CASE("an arXiv that is not there is unreachable") {
  const HarvestSetting setting({"--generate", "1"});
  const ProcessResult result = setting.run({"refresh", "--oai-base-url", "http://127.0.0.1:1/oai"});
  CHECK(result.status == 69);
  CHECK(setting.state().status == HarvestStatus::kError);
}

TEST_CASE("a saved token that arXiv rejects gives way to the checkpoint's day") {
  const HarvestSetting setting({"--generate", "60", "--page-size", "20"});
  CHECK(setting.run({"init"}).status == 0);
  const std::size_t content = setting.content();
  const std::string day = setting.state().last_datestamp.value();
  setting.execute("UPDATE harvest_state SET status = 'error', resumption_token = 'a|1 b'");
  const std::size_t before = setting.asked().size();
  const ProcessResult result = setting.run({"refresh"});
  CHECK(result.status == 0);
  CHECK(holds(result.out, "Going on with the list of 127.0.0.1 where the last run stopped."));
  CHECK(holds(result.err, "no longer accepts the resumption token; going on from " + day));
  const Words asked = setting.asked_since(before);
  REQUIRE(asked.size() >= 2);
  CHECK(asked[0] == "resumptionToken=a%7C1+b");
  CHECK(asked[1] == "metadataPrefix=arXivRaw&from=" + day);
  CHECK(setting.state().status == HarvestStatus::kComplete);
  CHECK(setting.state().resumption_token == std::nullopt);
  CHECK(setting.content() == content);
}

TEST_CASE("a token rejected twice at one checkpoint ends the run") {
  const HarvestSetting setting({"--generate", "60", "--page-size", "20"});
  setting.arxiv.fault(
      "path=/oai;contains=resumptionToken;" +
      body_rule(setting.folder,
                testing::envelope("<error code=\"badResumptionToken\">no</error>")));
  const ProcessResult result = setting.run({"init", "--json"});
  CHECK(result.status == 65);
  const auto end = testing::last_json(result.out);
  CHECK(testing::text_of(end, "outcome") == "failed");
  CHECK(testing::text_of(end, "reason") == "token_recovery_stalled");
  // Each recovery reads a page from a later day until none is later.
  const HarvestState state = setting.state();
  CHECK(state.status == HarvestStatus::kError);
  CHECK(state.resumption_token == std::nullopt);
  CHECK(setting.asked().back().starts_with("resumptionToken="));
}

TEST_CASE("a checkpoint that no harvest wrote passes over no record: the whole list is read") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "20"});
  CHECK(setting.run({"init"}).status == 0);
  const std::string day = setting.state().last_datestamp.value();
  for (const std::string wrong : {"2062-01-01", "soon", "1999-01-01"}) {
    CAPTURE(wrong);
    setting.execute("UPDATE harvest_state SET last_datestamp = '" + wrong + "'");
    setting.execute("DELETE FROM papers WHERE rowid = 7");
    const std::size_t before = setting.asked().size();
    const ProcessResult result = setting.run({"refresh"});
    CHECK(result.status == 0);
    CHECK(holds(result.err, "The mirror's checkpoint '" + wrong + "' is "));
    CHECK(holds(result.err, "reading arXiv's whole list."));
    CHECK(setting.asked_since(before).at(0) == "metadataPrefix=arXivRaw");
    CHECK(setting.state().last_datestamp == day);
    CHECK(setting.count("papers") == 40);
  }
}

TEST_CASE("a clock that was set back costs no checkpoint") {
  const HarvestSetting setting({"--generate", "10"});
  CHECK(setting.run({"init"}).status == 0);
  setting.execute(
      "UPDATE harvest_state SET last_datestamp = '2062-01-01',"
      " started_at = '2062-01-02T00:00:00.000Z'");
  const auto before = setting.state();
  const std::size_t asked = setting.asked().size();
  const ProcessResult result = setting.run({"refresh"});
  CHECK(result.status == 78);
  CHECK(holds(result.err, "Set the clock"));
  CHECK(setting.state() == before);
  CHECK(setting.asked().size() == asked);
}

TEST_CASE("no records: nothing new where there is a checkpoint, a failure where there is none") {
  const HarvestSetting setting({"--generate", "30"});
  const std::string none = testing::envelope("<error code=\"noRecordsMatch\">none</error>");
  setting.arxiv.fault("path=/oai;count=1;" + body_rule(setting.folder, none));
  const ProcessResult first = setting.run({"init"});
  CHECK(first.status == 65);
  CHECK(first.err == "harvestd: arXiv has no records (noRecordsMatch): none\n");
  CHECK(setting.state().status == HarvestStatus::kError);

  CHECK(setting.run({"init"}).status == 0);
  const std::string day = setting.state().last_datestamp.value();
  setting.execute("UPDATE harvest_state SET total_records = NULL");
  setting.arxiv.fault("path=/oai;count=1;" + body_rule(setting.folder, none));
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.state().status == HarvestStatus::kComplete);
  CHECK(setting.state().last_datestamp == day);
  CHECK(setting.state().total_records == 30);
}

TEST_CASE("a list whose token leads to itself ends the run") {
  const std::string page = testing::list(testing::plain_record("2401.00001", "2024-01-01"),
                                         "<resumptionToken>again</resumptionToken>");
  const testing::TempDir folder;
  const HarvestSetting setting({"--answer", folder.write("page.xml", page)});
  CHECK(setting.run({"init"}).status == 65);
  CHECK(setting.asked() == Words{"metadataPrefix=arXivRaw", "resumptionToken=again"});
  CHECK(setting.count("papers") == 1);
}

TEST_CASE("a list whose tokens lead round in a circle ends the run") {
  const HarvestSetting setting({"--generate", "1"});
  const auto page = [&](const char* token) {
    return testing::list(testing::plain_record("2401.00001", "2024-01-01"),
                         "<resumptionToken>" + std::string(token) + "</resumptionToken>");
  };
  const std::string a = setting.folder.write("a.xml", page("a"));
  const std::string b = setting.folder.write("b.xml", page("b"));
  setting.arxiv.fault("path=/oai;contains=resumptionToken=a;body=" + b);
  setting.arxiv.fault("path=/oai;body=" + a);
  CHECK(setting.run({"init"}).status == 65);
  CHECK(setting.asked().size() == 3);
}

TEST_CASE("a page that could not be stored is asked for again by the next run") {
  const HarvestSetting setting({"--generate", "60", "--page-size", "20"});
  setting.arxiv.fault("path=/oai;nth=2;status=404");
  CHECK(setting.run({"init"}).status == 65);
  const HarvestState before = setting.state();
  setting.arxiv.clear_faults();
  setting.execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON papers"
      " WHEN NOT EXISTS (SELECT 1 FROM papers WHERE id = new.id)"
      " BEGIN SELECT RAISE(ABORT, 'no'); END");
  CHECK(setting.run({"init"}).status == 74);
  CHECK(setting.state().status == HarvestStatus::kError);
  CHECK(setting.state().last_datestamp == before.last_datestamp);
  CHECK(setting.state().resumption_token == before.resumption_token);
  setting.execute("DROP TRIGGER refuse");
  CHECK(setting.run({"init"}).status == 0);
  CHECK(setting.count("papers") == 60);
}

}  // namespace
