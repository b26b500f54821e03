#include "tests/standin/oai_service.h"

#include <set>

#include <doctest/doctest.h>
#include <tinyxml2.h>

#include "common/http/client.h"
#include "tests/standin/list_corpus.h"

using standin::day;
using standin::ListCorpus;
using standin::Listing;
using standin::ListSelection;
using standin::OaiService;

namespace {

/// Ten papers: two on the first day, five on the second, three on the third.
const ListCorpus& corpus() {
  static const ListCorpus result({{"2001.00001", "2020-01-01T10:00:00Z"},
                                  {"2001.00002", "2020-01-01T11:00:00Z"},
                                  {"2001.00007", "2020-01-02T00:00:00Z"},
                                  {"2001.00003", "2020-01-02T10:00:00Z"},
                                  {"2001.00004", "2020-01-02T11:00:00Z"},
                                  {"2001.00005", "2020-01-02T12:00:00Z"},
                                  {"2001.00006", "2020-01-02T23:59:59Z"},
                                  {"2001.00008", "2020-01-03T00:00:00Z"},
                                  {"2001.00009", "2020-01-03T01:00:00Z"},
                                  {"2001.00010", "2020-01-03T02:00:00Z"}});
  return result;
}

OaiService service(const Listing& listing, std::size_t page_size) {
  const auto clock = [] { return base::parse_iso("2020-02-01T12:34:56Z").value(); };
  return {listing, {"http://host/oai", page_size, clock}};
}

/// One answer, read back as a client would.
struct Page {
  std::string error;
  std::vector<std::string> ids;
  bool has_token = false;
  std::string token;  ///< decoded once, by the XML parser
  std::string expiration;
};

Page ask(const OaiService& oai, std::string_view query) {
  const standin::Answer answer = oai.answer(standin::parse_query(query));
  REQUIRE(answer.status == 200);
  REQUIRE(answer.content_type == "text/xml");
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(answer.body.c_str()) == tinyxml2::XML_SUCCESS);
  const auto* root = document.FirstChildElement("OAI-PMH");
  REQUIRE(root != nullptr);
  Page page;
  if (const auto* error = root->FirstChildElement("error")) page.error = error->Attribute("code");
  const auto* list = root->FirstChildElement("ListRecords");
  if (list == nullptr) return page;
  for (const auto* record = list->FirstChildElement("record"); record != nullptr;
       record = record->NextSiblingElement("record")) {
    page.ids.emplace_back(record->Attribute("id"));
  }
  if (const auto* token = list->FirstChildElement("resumptionToken")) {
    page.has_token = true;
    page.token = token->GetText() != nullptr ? token->GetText() : "";
    const char* expiration = token->Attribute("expirationDate");
    page.expiration = expiration != nullptr ? expiration : "";
  }
  return page;
}

std::string follow(const Page& page) {
  return "verb=ListRecords&resumptionToken=" + http::encode_form(page.token);
}

}  // namespace

TEST_CASE("where the page behind begins") {
  const auto d1 = day("2020-01-01");
  const auto d2 = day("2020-01-02");
  const auto d3 = day("2020-01-03");
  const struct {
    ListSelection at;
    std::vector<std::chrono::sys_days> days;
    std::optional<ListSelection> next;
  } rows[] = {
      {{}, {d1, d1}, std::nullopt},
      {{}, {}, std::nullopt},
      {{}, {d1, d1, d1}, ListSelection{{}, {}, 2, true}},
      {{{}, {}, 4, true}, {d1, d1, d1}, ListSelection{{}, {}, 6, true}},
      {{d1, d3, 4, true}, {d2, d2, d2}, ListSelection{d1, d3, 6, true}},
      {{d1, d3, 4, true}, {d1, d2, d2}, ListSelection{d2, d3, 1, true}},
      {{d1, {}, 4, true}, {d1, d1, d2}, ListSelection{d2, {}, 0, true}},
      {{{}, {}, 0, false}, {d1, d2, d3}, ListSelection{d3, {}, 0, true}},
  };
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    CAPTURE(i);
    CHECK(standin::next_selection(rows[i].at, rows[i].days, 2) == rows[i].next);
  }
}

TEST_CASE("a token is the request's query string with an offset, quoted") {
  CHECK(standin::token_text({}) == "verb=ListRecords&metadataPrefix=arXivRaw&skip=0");
  CHECK(standin::token_text({day("2020-01-01"), day("2020-01-03"), 1300, true}) ==
        "verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-01&until=2020-01-03&skip=1300");
  const Listing listing(corpus());
  const Page page = ask(service(listing, 3), "verb=ListRecords&metadataPrefix=arXivRaw");
  CHECK(page.token ==
        "verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D2020-01-02%26skip%3D1");
  CHECK(page.expiration == "2020-02-02T00:00:00Z");
}

TEST_CASE("following the tokens meets every record once, whatever the page size") {
  const Listing listing(corpus());
  for (std::size_t page_size = 1; page_size <= 11; ++page_size) {
    CAPTURE(page_size);
    const OaiService oai = service(listing, page_size);
    Page page = ask(oai, "verb=ListRecords&metadataPrefix=arXivRaw");
    std::vector<std::string> met = page.ids;
    while (!page.token.empty()) {
      page = ask(oai, follow(page));
      CHECK(page.has_token);
      CHECK(page.ids.size() <= page_size);
      met.insert(met.end(), page.ids.begin(), page.ids.end());
    }
    CHECK(page.has_token == (page_size < 10));
    CHECK(met.size() == 10);
    CHECK(std::set<std::string>(met.begin(), met.end()).size() == 10);
  }
}

TEST_CASE("within a page records stand by day, then identifier") {
  const Listing listing(corpus());
  const Page page =
      ask(service(listing, 100), "verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-02");
  CHECK(page.ids.front() == "2001.00003");
  CHECK(page.ids[4] == "2001.00007");
  CHECK(page.ids.back() == "2001.00010");
  CHECK_FALSE(page.has_token);
}

TEST_CASE("a token may come with one level of quoting more or less") {
  const Listing listing(corpus());
  const OaiService oai = service(listing, 3);
  const std::string token = ask(oai, "verb=ListRecords&metadataPrefix=arXivRaw").token;
  const auto twice = ask(oai, "verb=ListRecords&resumptionToken=" + http::encode_form(token));
  const auto once = ask(oai, "verb=ListRecords&resumptionToken=" + token);
  CHECK(twice.ids == once.ids);
  CHECK(twice.ids.size() == 3);
}

TEST_CASE("a returned record that is modified again makes the next page skip one") {
  Listing listing(corpus());
  const OaiService oai = service(listing, 2);
  const Page first = ask(oai, "verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-02");
  CHECK(first.ids == std::vector<std::string>{"2001.00003", "2001.00007"});
  listing.modify(2, day("2020-01-20"));
  CHECK(ask(oai, follow(first)).ids == std::vector<std::string>{"2001.00005", "2001.00006"});
}

TEST_CASE("what is refused, and how") {
  const Listing listing(corpus());
  const OaiService oai = service(listing, 3);
  const struct {
    std::string_view query;
    std::string_view error;
  } rows[] = {
      {"", "badVerb"},
      {"verb=Harvest", "badVerb"},
      {"verb=ListRecords", "badArgument"},
      {"verb=ListRecords&metadataPrefix=oai_dc", "cannotDisseminateFormat"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&set=cs", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&color=red", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&metadataPrefix=arXivRaw", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&from=2005-09-15", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&from=2020-1-1", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-01T00:00:00Z", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&until=2020-02-02", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&until=2020-02-01", ""},
      {"verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-03&until=2020-01-02", "badArgument"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-04", "noRecordsMatch"},
      {"verb=ListRecords&metadataPrefix=arXivRaw&from=2020-01-03&until=2020-01-03", ""},
      {"verb=ListRecords&resumptionToken=123456%7C1001", "badResumptionToken"},
      {"verb=ListRecords&resumptionToken=verb%3DListRecords%26metadataPrefix%3DarXivRaw",
       "badResumptionToken"},
      {"verb=ListRecords&resumptionToken=verb%3DListRecords%26metadataPrefix%3DarXivRaw%26skip%3Dx",
       "badResumptionToken"},
      {"verb=ListRecords&resumptionToken=verb%3DListIdentifiers%26metadataPrefix%3DarXivRaw%26skip%"
       "3D3",
       "badResumptionToken"},
      {"verb=ListRecords&resumptionToken="
       "verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D1999-01-01%26skip%3D3",
       "badResumptionToken"},
      {"verb=ListRecords&resumptionToken=verb%3DListRecords%26metadataPrefix%3DarXivRaw%26skip%3D3&"
       "from=2020-01-01",
       "badArgument"},
      {"verb=GetRecord&metadataPrefix=arXivRaw", "badArgument"},
      {"verb=GetRecord&metadataPrefix=arXivRaw&identifier=oai:arXiv.org:2001.00001", ""},
      {"verb=GetRecord&metadataPrefix=arXivRaw&identifier=oai:arXiv.org:2001.99999",
       "idDoesNotExist"},
      {"verb=GetRecord&metadataPrefix=arXivRaw&identifier=2001.00001", "idDoesNotExist"},
      {"verb=Identify", ""},
      {"verb=Identify&set=cs", "badArgument"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    CHECK(ask(oai, row.query).error == row.error);
  }
}
