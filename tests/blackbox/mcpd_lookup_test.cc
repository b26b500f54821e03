#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace testing {
namespace {

std::string ids(const std::string& list) {
  return "{\"paper_ids\":" + list + "}";
}

TEST_CASE("the mirror answers by id without a request, exactly as arXiv itself does") {
  McpdSetting with_mirror;
  McpdSetting without(Environment{{"ARXIV_MIRROR_ENABLED", "false"}});
  const std::string list = ids(R"(["hep-th/9901001","2401.10001v3","2401.10002"])");
  const ToolAnswer stored = with_mirror.client.call_tool(kLookUp, list);
  const ToolAnswer live = without.client.call_tool(kLookUp, list);
  CHECK(outcomes(stored) == Words{"hep-th/9901001v2", "2401.10001v3", "2401.10002v1"});
  CHECK(with_mirror.asked().empty());
  CHECK(without.asked() == Words{"hep-th%2F9901001,2401.10001v3,2401.10002"});
  CHECK(at(stored.structured, "/papers") == at(live.structured, "/papers"));
  CHECK(text_at(stored.structured, "/source") == "mirror");
  CHECK(text_at(stored.structured, "/asOf") == "2024-03-06");
  CHECK(text_at(live.structured, "/source") == "live");
  CHECK(find_at(live.structured, "/liveReason") == nullptr);
  CHECK(find_at(live.structured, "/asOf") == nullptr);
}

TEST_CASE("items 67 to 70 and 125: a paper's fields as arXiv gives them; what it lacks is absent") {
  McpdSetting setting;
  const ToolAnswer answer =
      setting.client.call_tool(kLookUp, ids(R"(["2401.10001","2401.10002"])"));
  CHECK(json::write(at(answer.structured, "/papers/0")) ==
        R"({"id":"2401.10001v3","title":"Graph networks for Erdős sums & other series",)"
        R"("authors":["Ada Quill","Łukasz Reed","J. B. Möss"],)"
        R"("abstract":"We bound $\\sum_n a_n$ when a < b, where the sign &#8722; is written out. )"
        R"(Message passing helps.","primary_category":"cs.LG",)"
        R"("categories":["cs.LG","math.NA","stat.ML"],"published":"2024-01-22T18:59:01Z",)"
        R"("updated":"2024-03-05T10:00:00Z","comment":"12 pages, 3 figures",)"
        R"("journal_ref":"J. Ex. 12 (2024) 1-9","doi":"10.5555/x.1",)"
        R"("pdf_url":"https://arxiv.org/pdf/2401.10001v3",)"
        R"("abstract_url":"https://arxiv.org/abs/2401.10001v3"})");
  for (const char* absent : {"/papers/1/comment", "/papers/1/journal_ref", "/papers/1/doi",
                             "/not_found", "/remaining_ids"})
    CHECK(find_at(answer.structured, absent) == nullptr);
}

TEST_CASE("item 54: one id as a text works, a list in a text is refused and not split") {
  McpdSetting setting;
  for (const char* list : {R"("2401.10002")", R"("2401.10002\n")", R"("[\"2401.10002\"]")"})
    CHECK(outcomes(setting.client.call_tool(kLookUp, ids(list))) == Words{"2401.10002v1"});
  for (const char* name : {"paper_id", "arxiv_id", "id", "ids", "paperIds"}) {
    CAPTURE(name);
    const std::string arguments = "{\"" + std::string(name) + R"(":"2401.10002"})";
    CHECK(outcomes(setting.client.call_tool(kLookUp, arguments)) == Words{"2401.10002v1"});
  }
  for (const char* list : {R"("2401.10001,2401.10002")", R"("2401.10001\n2401.10002")", "[]",
                           R"("   ")", R"([" "])", "7.5", R"(["2401.10002",null])"}) {
    CAPTURE(list);
    const ToolAnswer answer = setting.client.call_tool(kLookUp, ids(list));
    CHECK(answer.is_error);
    CHECK(answer.code() == -32602);
    CHECK(answer.reason() == "invalid_arguments");
  }
  CHECK(setting.client.call_tool(kLookUp, R"({"paper_ids":["2401.10002"],"id":"2401.10002"})")
            .is_error);
  CHECK(setting.asked().empty());
}

TEST_CASE("101 ids are refused, 100 are taken") {
  McpdSetting setting;
  std::string hundred = "[\"2401.10002\"";
  for (int at = 1; at < 100; ++at)
    hundred += ",\"2401.10002\"";
  CHECK(outcomes(setting.client.call_tool(kLookUp, ids(hundred + "]"))) == Words{"2401.10002v1"});
  CHECK(setting.client.call_tool(kLookUp, ids(hundred + ",\"2401.10002\"]")).reason() ==
        "invalid_arguments");
}

TEST_CASE("items 55 and 56: ten distinct look-ups, malformed ids not counted") {
  McpdSetting setting;
  std::string list = R"(["bad","2401.10001","https://arxiv.org/abs/2401.10001")";
  std::string missing;
  for (int number = 1; number <= 10; ++number) {
    const std::string id =
        "2403.000" + std::string(number < 10 ? "0" : "") + std::to_string(number);
    list += ",\"" + id + "\"";
    if (number < 10) missing += (number > 1 ? "," : "") + id;
  }
  const ToolAnswer answer = setting.client.call_tool(kLookUp, ids(list + "]"));
  CHECK(setting.asked() == Words{missing});
  CHECK(json::write(at(answer.structured, "/remaining_ids")) == R"(["2403.00010"])");
  const Words found = outcomes(answer);
  REQUIRE(found.size() == 11);
  CHECK(found[0] == "2401.10001v3");
  CHECK(found[1] == "bad invalid_id");
  CHECK(found[10] == "2403.00009 not_in_arxiv");
  CHECK(holds(answer.text(), "Found 1 of 11 papers."));
  CHECK(holds(answer.text(), "Not looked up, call again with: 2403.00010"));
}

TEST_CASE("item 57: a malformed id among good ones is its own outcome") {
  McpdSetting setting;
  CHECK(outcomes(setting.client.call_tool(kLookUp, ids(R"(["nonsense","2401.10002"])"))) ==
        Words{"2401.10002v1", "nonsense invalid_id"});
  const ToolAnswer none = setting.client.call_tool(kLookUp, ids(R"(["nonsense","worse"])"));
  CHECK(none.reason() == "invalid_id");
  CHECK(none.code() == -32007);
  CHECK(setting.asked().empty());
}

TEST_CASE("item 58: the subject class is dropped on the way to arXiv") {
  McpdSetting setting;
  CHECK(outcomes(setting.client.call_tool(kLookUp, ids(R"("math.GT/0405001")"))) ==
        Words{"math/0405001v1"});
  CHECK(setting.asked() == Words{"math%2F0405001"});
}

TEST_CASE("items 59 to 61: impossible ids never reach arXiv, and spoil no other") {
  McpdSetting setting;
  const ToolAnswer answer = setting.client.call_tool(
      kLookUp, ids(R"(["2400.00001","hep-th/9913001","stat/0704001","foo/9901001","2402.20001"])"));
  CHECK(outcomes(answer) == Words{"2402.20001v2", "2400.00001 invalid_id",
                                  "hep-th/9913001 invalid_id", "stat/0704001 invalid_id",
                                  "foo/9901001 invalid_id"});
  CHECK(setting.asked() == Words{"2402.20001"});
}

TEST_CASE("what the mirror lacks is asked of arXiv in one request, in order") {
  McpdSetting setting;
  const ToolAnswer answer = setting.client.call_tool(
      kLookUp, ids(R"(["2402.20001","2401.10002","2401.10001v1","2401.10001v9","2403.00001"])"));
  CHECK(outcomes(answer) == Words{"2402.20001v2", "2401.10002v1", "2401.10001v1",
                                  "2401.10001v9 not_in_arxiv", "2403.00001 not_in_arxiv"});
  CHECK(setting.asked() == Words{"2402.20001,2401.10001v1,2401.10001v9,2403.00001"});
  CHECK(text_at(answer.structured, "/source") == "mixed");
  CHECK(text_at(answer.structured, "/asOf") == "2024-03-06");
  CHECK(text_at(answer.structured, "/liveReason") == "not_in_mirror");
  CHECK(text_at(answer.structured, "/papers/2/updated") == "2024-01-22T18:59:01Z");
  CHECK(holds(answer.text(), "**Source:** mixed\n**As Of:** 2024-03-06\n**Live Reason:** "));
}

TEST_CASE("nothing found is a failure: no_match, or version_unavailable without live fallback") {
  McpdSetting setting;
  const ToolAnswer unknown =
      setting.client.call_tool(kLookUp, ids(R"(["2403.00001","2403.00002"])"));
  CHECK(unknown.reason() == "no_match");
  CHECK(unknown.code() == -32001);
  CHECK(text_at(unknown.structured, "/error/data/not_found/1/reason") == "not_in_arxiv");
  McpdSetting offline(Environment{{"ARXIV_MIRROR_FALLBACK_LIVE", "false"}});
  const ToolAnswer pinned = offline.client.call_tool(kLookUp, ids(R"(["2401.10001v1"])"));
  CHECK(pinned.reason() == "version_unavailable");
  CHECK(pinned.code() == -32000);
  CHECK(find_at(pinned.structured, "/error/data/retryable") == nullptr);
  const ToolAnswer absent = offline.client.call_tool(kLookUp, ids(R"(["2402.20001"])"));
  CHECK(absent.reason() == "no_match");
  CHECK(text_at(absent.structured, "/error/data/not_found/0/reason") == "not_in_mirror");
  CHECK(offline.asked().empty());
}

}  // namespace
}  // namespace testing
