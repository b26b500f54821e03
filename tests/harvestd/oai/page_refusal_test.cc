// A page that cannot be trusted is refused whole (contract 11.2, lessons 0.4).

#include <chrono>

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "harvestd/oai/page.h"
#include "tests/harvestd/oai/oai_text.h"

namespace {

using base::Code;
using base::Fault;

/// The Fault that `body` is refused with.
Fault refusal(const std::string& body) {
  try {
    harvest::parse_page(body);
  } catch (const Fault& fault) {
    return fault;
  }
  FAIL("the page was taken");
  return base::cancelled();
}

bool says(const Fault& fault, std::string_view part) {
  return fault.message().find(part) != std::string::npos;
}

const std::string kGood = testing::list(testing::plain_record("2401.00001", "2024-01-01"));

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

/// A body, and a part of what is said of it.
struct Refused {
  std::string what;
  std::string body;
  const char* says;
};

void check_refused(std::initializer_list<Refused> cases) {
  for (const Refused& one : cases) {
    CAPTURE(one.what);
    const Fault fault = refusal(one.body);
    CAPTURE(fault.message());
    CHECK(fault.code() == Code::kSerialization);
    CHECK(base::exit_code_for(fault) == base::ExitCode::kBadUpstream);
    CHECK(says(fault, one.says));
  }
}

const std::string kTitle = "A title";

TEST_CASE("what is not one whole document of OAI-PMH is refused") {
  check_refused({
      {"nothing", "", "well-formed"},
      {"plain text", "Rate exceeded.", "well-formed"},
      {"a page for people", "<html><body><p>Down<br></body></html>", "well-formed"},
      {"cut in a tag", kGood.substr(0, kGood.find("<title>") + 3), "inside a tag"},
      {"a tag in an attribute", replaced(kGood, "<title>", "<title a='<b>'>"), "tag inside a tag"},
      {"two lists", replaced(kGood, "</ListRecords>", "</ListRecords><ListRecords/>"),
       "ListRecords twice"},
      {"two tokens",
       replaced(kGood, "</ListRecords>",
                "<resumptionToken/><resumptionToken>x</resumptionToken></ListRecords>"),
       "resumptionToken twice"},
      {"cut in a text", kGood.substr(0, kGood.find(kTitle) + 3), "well-formed"},
      {"cut before the end", kGood.substr(0, kGood.rfind("</OAI-PMH>")), "well-formed"},
      {"tags that do not match", replaced(kGood, "</title>", "</titel>"), "well-formed"},
      {"two roots", kGood + "<OAI-PMH/>", "beside its root"},
      {"two pages", kGood + kGood.substr(kGood.find("<OAI-PMH")), "beside its root"},
      {"text behind the root", kGood + "more", "well-formed"},
      {"another root", "<feed xmlns='http://www.w3.org/2005/Atom'/>", "not OAI-PMH"},
      {"another namespace", replaced(kGood, "OAI/2.0/", "OAI/1.1/"), "not OAI-PMH"},
      {"no namespace", "<OAI-PMH><ListRecords/></OAI-PMH>", "not OAI-PMH"},
      {"an unbound prefix",
       "<o:OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords/></o:OAI-PMH>",
       "not OAI-PMH"},
      {"comments alone", "<!-- nothing --><!-- here -->", "no element"},
      {"a document type", replaced(kGood, "<OAI-PMH", "<!DOCTYPE x [<!ENTITY a \"b\">]><OAI-PMH"),
       "document type"},
      {"an open comment", replaced(kGood, kTitle, "<!-- a"), "breaks off"},
      {"an open section", replaced(kGood, kTitle, "<![CDATA[ a"), "breaks off"},
      {"another verb", testing::envelope("<Identify><baseURL/></Identify>"), "answers Identify"},
      {"one record", testing::envelope("<GetRecord/>"), "answers GetRecord"},
  });
}

TEST_CASE("what is not UTF-8 throughout, or refers to what XML does not have, is refused") {
  check_refused({
      {"Latin-1 bytes", replaced(kGood, kTitle, "Caf\xE9"), "not UTF-8"},
      {"an overlong form", replaced(kGood, kTitle, "\xC0\xAF"), "not UTF-8"},
      {"an encoded surrogate", replaced(kGood, kTitle, "\xED\xA0\x80"), "not UTF-8"},
      {"a cut sequence", replaced(kGood, kTitle, "\xE2\x82"), "not UTF-8"},
      {"UTF-16", std::string("\xFF\xFE<\0O\0", 6), "UTF-16"},
      {"UTF-16 without mark", std::string("\0<\0O", 4), "UTF-16"},
      {"a declared Latin-1", replaced(kGood, "UTF-8", "ISO-8859-1"), "ISO-8859-1"},
      {"a declared UTF-16", replaced(kGood, "\"UTF-8\"", "'utf-16'"), "utf-16"},
      {"NUL", replaced(kGood, kTitle, std::string_view("a\0b", 3)), "forbidden character"},
      {"a control character", replaced(kGood, kTitle, "a\x1b[2J"), "forbidden character"},
      {"U+FFFF", replaced(kGood, kTitle, "\xEF\xBF\xBF"), "forbidden character"},
      {"an unknown entity", replaced(kGood, kTitle, "caf&eacute;"), "reference"},
      {"a bare ampersand", replaced(kGood, kTitle, "A & B"), "reference"},
      {"an endless reference", replaced(kGood, kTitle, "&" + std::string(100, 'a')), "reference"},
      {"a surrogate", replaced(kGood, kTitle, "&#xD800;"), "reference"},
      {"beyond Unicode", replaced(kGood, kTitle, "&#x110000;"), "reference"},
      {"a huge number", replaced(kGood, kTitle, "&#99999999999;"), "reference"},
      {"a referred NUL", replaced(kGood, kTitle, "&#0;"), "reference"},
      {"a referred control", replaced(kGood, kTitle, "&#27;"), "reference"},
      {"a signed number", replaced(kGood, kTitle, "&#-5;"), "reference"},
      {"an empty number", replaced(kGood, kTitle, "&#;"), "reference"},
      {"an upper-case X", replaced(kGood, kTitle, "&#X41;"), "reference"},
      {"a bad reference in an attribute", replaced(kGood, "\"v1\"", "\"&v;1\""), "reference"},
  });
}

TEST_CASE("a record without a sound id or day refuses its page") {
  struct Case {
    std::string what;
    std::string record;
    const char* says;
  };
  const std::string fields = "<title>T</title>";
  const Case cases[] = {
      {"no id at all",
       "<record><header><datestamp>2024-01-01</datestamp></header><metadata>"
       "<arXivRaw><title>T</title></arXivRaw></metadata></record>",
       "record 2 has no id"},
      {"an empty id", testing::record("", "2024-01-01", "<id> </id>"), "has no id"},
      {"a malformed id", testing::record("2401.00001", "2024-01-01", "<id>2413.00001</id>"),
       "malformed id"},
      {"an unknown archive", testing::record("foo/9901001", "2024-01-01", fields), "malformed id"},
      {"an id with a version", testing::record("2401.00001v2", "2024-01-01", fields),
       "malformed id"},
      {"another repository's",
       "<record><header><identifier>oai:example.org:7</identifier>"
       "<datestamp>2024-01-01</datestamp></header><metadata><arXivRaw/>"
       "</metadata></record>",
       "malformed id"},
      {"no header",
       "<record><metadata><arXivRaw><id>2401.00001</id></arXivRaw></metadata></record>",
       "datestamp"},
      {"no day", testing::record("2401.00001", "", fields), "datestamp"},
      {"a day that never was", testing::record("2401.00001", "2024-02-30", fields), "datestamp"},
      {"a day in words", testing::record("2401.00001", "yesterday", fields), "datestamp"},
      {"a tombstone without id", testing::tombstone("", "2024-01-01"), "has no id"},
      {"a tombstone without day", testing::tombstone("2401.00001", ""), "datestamp"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    const Fault fault =
        refusal(testing::list(testing::plain_record("2401.00009", "2024-01-01") + one.record));
    CAPTURE(fault.message());
    CHECK(fault.code() == Code::kValidation);
    CHECK(base::exit_code_for(fault) == base::ExitCode::kBadUpstream);
    CHECK(says(fault, one.says));
  }
}

TEST_CASE("a refusal says in which line") {
  CHECK(says(refusal(replaced(kGood, "<title>", "<title>\n\n\x01")), "in line 5"));
}

TEST_CASE("any other error is a failure that names its code") {
  const Fault fault = refusal(testing::envelope(
      "<error code=\"badArgument\">Reason: from lies before the earliest datestamp.</error>"));
  CHECK(fault.code() == Code::kValidation);
  CHECK(fault.message() ==
        "arXiv answered with the OAI-PMH error badArgument: Reason: from lies before the earliest "
        "datestamp.");
  REQUIRE(fault.find("oai_code") != nullptr);
  CHECK(std::get<std::string>(*fault.find("oai_code")) == "badArgument");
}

TEST_CASE("an error's words are cut to a line that does no harm") {
  const Fault fault = refusal(testing::envelope("<error code=\"x\">" + std::string(100'000, 'a') +
                                                "\n\xC2\x9B"
                                                "b</error>"));
  CHECK(fault.message().size() < 400);
  CHECK_FALSE(says(fault, "\n"));
}

TEST_CASE("depth and number of tags are bounded") {
  std::string deep;
  for (int i = 0; i < 100'000; ++i)
    deep += "<a>";
  CHECK(says(refusal(testing::envelope(deep)), "well-formed"));
  std::string many;
  for (int i = 0; i < 1'000'000; ++i)
    many += "<a/>";
  CHECK(says(refusal(testing::envelope(many)), "more tags"));
}

TEST_CASE("attributes are bounded, since each is compared with all before it") {
  std::string attributes;
  for (int i = 0; i < 200'000; ++i)
    attributes += " a" + std::to_string(i) + "=''";
  CHECK(says(refusal(testing::envelope("<a" + attributes + "/>")), "too many attributes"));
}

TEST_CASE("the checks are linear in the length of a page") {
  using Clock = std::chrono::steady_clock;
  for (const std::string_view unit :
       {"<!-- a -->", "&amp;", "<![CDATA[]]>", "&lt;b c='", "\xC3\xA9"}) {
    CAPTURE(unit);
    std::string body = "<OAI-PMH>";
    while (body.size() < 4'000'000)
      body += unit;
    const auto start = Clock::now();
    refusal(body);
    CHECK(Clock::now() - start < std::chrono::seconds(10));
  }
}

}  // namespace
