// Records that are modified while a list is read: arXiv makes the list anew for each request, so
// all behind the modified one move up by a place and following the tokens alone would lose one.

#include <csignal>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "tests/blackbox/harvest_setting.h"
#include "tests/harvestd/oai/oai_text.h"

namespace {

using mirror::HarvestStatus;
using testing::HarvestSetting;
using testing::Process;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

constexpr int kEach = 25;  // records of each of three days, the record's index being its place

/// Record `index` becomes the `place`th one of `day`.
void put(const HarvestSetting& setting, int index, const std::string& day, int place) {
  const std::string second = std::to_string(100 + place).substr(1);
  setting.arxiv.modify(static_cast<std::size_t>(index), day + "T00:00:" + second + "Z");
}

/// The days 3, 4 and 5 of `month`, in pages of ten: each page but the last ends inside a day.
void lay_out(const HarvestSetting& setting, const std::string& month = "2026-01") {
  for (int index = 0; index < 3 * kEach; ++index)
    put(setting, index, month + "-0" + std::to_string(3 + index / kEach), index % kEach);
}

const Words kCorpus = {"--generate", "75", "--page-size", "10"};

/// harvestd, with record `index` modified between its request `page` - 1 and the next one.
void modify_before(const HarvestSetting& setting, std::size_t page, std::size_t index) {
  setting.arxiv.wait_for_requests("/oai", page);
  setting.arxiv.modify(index);
  setting.arxiv.clear_faults();  // the page is made when it is asked for again
}

std::string stalled(std::size_t page) {
  return "path=/oai;nth=" + std::to_string(page) + ";stall-before-headers;status=503";
}

TEST_CASE("a record modified between two pages hides none: its old day is read again") {
  struct Case {
    std::string what;
    std::size_t page;   ///< ahead of this page
    std::size_t index;  ///< this record is modified
    std::string day;    ///< which is read again, in three pages
  };
  const Case cases[] = {
      {"the first record of a day of several pages", 2, 0, "2026-01-03"},
      {"the last one of a page", 2, 9, "2026-01-03"},
      {"of an earlier page of the day", 3, 4, "2026-01-03"},
      {"ahead of a page that began on the day before", 4, 26, "2026-01-04"},
      {"on a day that is behind us", 5, 3, "2026-01-03"},
      {"one that has not been shown", 2, 60, ""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    const HarvestSetting setting(kCorpus);
    lay_out(setting);
    setting.arxiv.fault(stalled(one.page));
    Process child(setting.command({"init"}));
    modify_before(setting, one.page, one.index);
    CHECK(child.wait() == 0);
    CHECK(setting.count("papers") == 75);
    const Words reread = setting.asked_since(9);  // behind eight pages, one asked for twice
    CHECK(reread.size() == (one.day.empty() ? 0 : 3));
    CHECK((reread.empty() || reread[0] == "metadataPrefix=arXivRaw&from=" + one.day));
    CHECK(setting.state().status == HarvestStatus::kComplete);
    CHECK(setting.state().total_records == 75);
    CHECK(setting.count("sqlite_master WHERE name = 'harvest_list_notes'") == 0);
  }
}

TEST_CASE("a refresh loses no change either") {
  const HarvestSetting setting(kCorpus);
  lay_out(setting);
  CHECK(setting.run({"init"}).status == 0);
  lay_out(setting, "2026-02");
  setting.execute("UPDATE papers SET version = '0'");
  setting.arxiv.fault("path=/oai;contains=resumptionToken;count=1;stall-before-headers;status=503");
  const std::size_t before = setting.asked().size();
  Process child(setting.command({"refresh"}));
  modify_before(setting, before + 2, 0);
  CHECK(child.wait() == 0);
  CHECK(setting.count("papers WHERE version = '0'") == 0);
  const Words asked = setting.asked_since(before);
  CHECK(asked.at(0) == "metadataPrefix=arXivRaw&from=2026-01-05");
  CHECK(asked.at(asked.size() - 3) == "metadataPrefix=arXivRaw&from=2026-02-03");
}

TEST_CASE("the last day needs no second reading: the next refresh asks for it anyway") {
  const HarvestSetting setting({"--generate", "40", "--page-size", "10"});
  for (int index = 0; index < 40; ++index)
    put(setting, index, base::to_date(base::wall_now()), index);
  setting.arxiv.fault(stalled(2));
  Process child(setting.command({"init"}));
  modify_before(setting, 2, 0);
  CHECK(child.wait() == 0);
  CHECK(setting.count("papers") == 39);
  CHECK(setting.asked().size() == 5);
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.count("papers") == 40);
  CHECK(setting.asked().size() == 9);
}

TEST_CASE("what a killed run lost to a change, the next one finds") {
  for (const int signal : {SIGKILL, SIGTERM}) {
    CAPTURE(signal);
    const HarvestSetting setting(kCorpus);
    lay_out(setting);
    setting.arxiv.fault(stalled(2));
    Process child(setting.command({"init"}));
    setting.arxiv.wait_for_requests("/oai", 2);
    setting.arxiv.modify(0);
    setting.arxiv.fault("path=/oai;skip=5;stall-before-headers");  // the sixth from here
    setting.arxiv.release();
    setting.arxiv.wait_for_requests("/oai", 8);
    child.send_signal(signal);
    CHECK(child.wait() == 128 + signal);
    CHECK(setting.count("papers") < 74);
    CHECK(setting.state().last_datestamp == "2026-01-05");
    setting.arxiv.clear_faults();
    CHECK(setting.run({"init"}).status == 0);
    CHECK(setting.count("papers") == 75);
    const Words asked = setting.asked_since(8);
    CHECK(asked.at(0) == "metadataPrefix=arXivRaw&from=2026-01-05");
    CHECK(asked.at(asked.size() - 3) == "metadataPrefix=arXivRaw&from=2026-01-03");
  }
}

TEST_CASE("a token that outlived a change hides nothing") {
  const HarvestSetting setting({"--generate", "60", "--page-size", "10"});
  CHECK(setting.run({"init"}).status == 0);
  for (int index = 0; index < 60; ++index)
    put(setting, index, index < 40 ? "2026-05-01" : "2026-05-02", index % 40);
  setting.execute("UPDATE harvest_state SET last_datestamp = '2026-05-01'");
  setting.execute("UPDATE papers SET version = '0'");
  // A page's cycle is 600 + 3 * 1000 + 2 * 600 ms; the second that is left ends before a fourth.
  const std::size_t before = setting.asked().size();
  CHECK(setting
            .run({"refresh", "--oai-request-delay-ms", "600", "--oai-timeout-ms", "1000",
                  "--budget", "5800"})
            .status == 0);
  REQUIRE(setting.state().resumption_token.has_value());
  const std::size_t shown = setting.asked().size() - before;
  REQUIRE(shown < 4);  // all of the day it began with, or the token would be gone

  put(setting, 0, "2026-05-03", 0);
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.asked_since(before + shown).at(0).starts_with("resumptionToken="));
  CHECK(setting.count("papers WHERE version = '0'") == 0);
  CHECK(setting.asked().back().starts_with("resumptionToken="));  // the day has four pages
}

TEST_CASE("no records for a token are not the end of the list") {
  const HarvestSetting setting(kCorpus);
  lay_out(setting);
  const std::string none = setting.folder.write(
      "none.xml", testing::envelope("<error code=\"noRecordsMatch\">none</error>"));
  setting.arxiv.fault("path=/oai;nth=5;body=" + none);
  const ProcessResult result = setting.run({"init"});
  CHECK(result.status == 0);
  CHECK(testing::holds(result.err, "going on from 2026-01-04"));
  CHECK(setting.asked().at(5) == "metadataPrefix=arXivRaw&from=2026-01-04");
  CHECK(setting.count("papers") == 75);

  // When it says so again before any further day was reached, the file is not called complete.
  const HarvestSetting other(kCorpus);
  lay_out(other);
  other.arxiv.fault("path=/oai;skip=4;body=" + none + ";contains=resumptionToken");
  CHECK(other.run({"init"}).status == 65);
  CHECK(other.state().status == HarvestStatus::kError);
  CHECK(other.state().completed_at == std::nullopt);
  other.arxiv.clear_faults();
  CHECK(other.run({"init"}).status == 0);
  CHECK(other.count("papers") == 75);
}

TEST_CASE("a record dated in the future does not move the checkpoint past today") {
  const HarvestSetting setting({"--generate", "30"});
  setting.arxiv.modify(3, "2090-01-01T00:00:00Z");
  const std::string day = base::to_date(base::wall_now());
  CHECK(setting.run({"init"}).status == 0);
  CHECK(setting.state().last_datestamp.value() >= day);
  CHECK(setting.state().last_datestamp.value() <= base::to_date(base::wall_now()));
  CHECK(setting.count("papers") == 30);
  setting.arxiv.modify(4);
  setting.execute("UPDATE papers SET version = '0'");
  CHECK(setting.run({"refresh"}).status == 0);
  CHECK(setting.count("papers WHERE version <> '0'") == 2);
}

}  // namespace
