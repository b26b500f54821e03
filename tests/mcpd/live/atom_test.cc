#include "mcpd/live/atom.h"

#include <chrono>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/support/temp_dir.h"

namespace {

using live::Feed;
using live::parse_feed;

std::string fixture(const std::string& name) {
  return testing::read_file(TEST_DATA "/mcpd/atom/" + name);
}

TEST_CASE("a feed of the present form, whatever the order of an entry's elements") {
  const Feed feed = parse_feed(fixture("current.xml"));
  CHECK(feed.total == 2);
  CHECK(feed.start == 0);
  CHECK(feed.errors.empty());
  REQUIRE(feed.papers.size() == 2);
  arxiv::Paper first;
  first.id = "2401.00007v3";
  first.title = "2024";
  first.authors = {"007", "Zoë Łęcka"};
  first.abstract = "Signs such as &#8722; stay, − does not; a < b & c. x < y";
  first.primary_category = "math.NA";
  first.categories = {"math.NA", "cs.LG"};
  first.published = "2024-01-02T08:30:00Z";
  first.updated = "2024-03-05T10:00:00Z";
  first.comment = "12 pages, 3 figures";
  first.journal_ref = "J. Ex. 12 (2024) 1-9";
  first.doi = "10.1000/x.7 10.1000/y.8";
  CHECK(feed.papers[0] == first);
  const arxiv::Paper& second = feed.papers[1];
  CHECK(second.id == "hep-th/9901001v2");
  CHECK(second.primary_category == "hep-th");
  CHECK_FALSE(second.comment.has_value());
  CHECK_FALSE(second.journal_ref.has_value());
  CHECK_FALSE(second.doi.has_value());
}

TEST_CASE("a feed of the form before 2026, where each element declares its own namespace") {
  const Feed feed = parse_feed(fixture("earlier.xml"));
  CHECK(feed.total == 1234);
  CHECK(feed.start == 10);
  REQUIRE(feed.papers.size() == 2);
  arxiv::Paper first;
  first.id = "0705.0042v2";
  first.title = "Knots in $S^3$ & their mirrors";
  first.authors = {"Ada Quill", "Łukasz Reed"};
  first.abstract = "Two lines of text.";
  first.primary_category = "math.GT";
  first.categories = {"math.GT", "57M25; 57M27"};
  first.published = "2007-05-01T09:08:07Z";
  first.updated = "2007-06-02T10:11:12Z";
  first.comment = "18 pages, added Theorem 5";
  first.journal_ref = "J. Ex. 3 (2007) 1-18";
  first.doi = "10.5555/k.1";
  CHECK(feed.papers[0] == first);
  CHECK(feed.papers[1].id == "math/0405042v1");
  CHECK(feed.papers[1].title == "007");
  CHECK_FALSE(feed.papers[1].comment.has_value());
}

TEST_CASE("namespaces decide, prefixes do not") {
  const Feed feed = parse_feed(fixture("prefixed.xml"));
  CHECK(feed.total == 28637);
  CHECK(feed.start == 40);
  REQUIRE(feed.papers.size() == 1);
  const arxiv::Paper& paper = feed.papers[0];
  CHECK(paper.id == "math/0309136v1");
  CHECK(paper.title == "Knots and links");
  CHECK(paper.abstract == "About knots.");
  CHECK(paper.authors == std::vector<std::string>{"C. Moss"});
  CHECK(paper.comment == "4 pages");
  CHECK_FALSE(paper.doi.has_value());
  CHECK(paper.primary_category == "math.GT");
  CHECK(paper.categories == std::vector<std::string>{"math.GT", "57M25"});
}

TEST_CASE("an entry without version takes the one of its own page's link") {
  const Feed feed = parse_feed(fixture("manual.xml"));
  REQUIRE(feed.papers.size() == 1);
  CHECK(feed.papers[0].id == "hep-ex/0307015v1");
  CHECK(feed.papers[0].published == "2003-07-07T13:46:39-04:00");
}

/// A feed of entries with these ids and the text behind each.
std::string feed_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string feed = R"(<feed xmlns="http://www.w3.org/2005/Atom">)";
  for (const auto& [id, more] : entries)
    feed += "<entry><id>http://arxiv.org/abs/" + id + "</id>" + more + "</entry>";
  return feed + "</feed>";
}

std::vector<std::string> ids_of(const Feed& feed) {
  std::vector<std::string> ids;
  for (const arxiv::Paper& paper : feed.papers)
    ids.push_back(paper.id);
  return ids;
}

using Words = std::vector<std::string>;

TEST_CASE("an entry that names its version nowhere gives no paper, for no version is invented") {
  const Feed feed = parse_feed(feed_of({
      {"2401.00001", ""},
      {"2401.00002",
       R"(<link rel="related" title="pdf" href="http://arxiv.org/pdf/2401.00002v4"/>)"},
      {"2401.00003", R"(<link rel="alternate" href="https://arxiv.org/abs/2401.00003"/>)"},
      {"2401.00004", R"(<link rel="alternate" href="https://arxiv.org/abs/2401.00009v2"/>)"},
      {"2401.00005v3", R"(<link rel="alternate" href="https://arxiv.org/abs/2401.00005v1"/>)"},
  }));
  CHECK(ids_of(feed) == Words{"2401.00002v4", "2401.00005v3"});
  CHECK(feed.entries == 5);
}

TEST_CASE("a paper that a feed repeats is one paper; its versions are several") {
  const Feed feed = parse_feed(feed_of({{"2401.00001v1", "<title>first</title>"},
                                        {"2401.00001v2", ""},
                                        {"2401.00001v1", "<title>again</title>"},
                                        {"math.GT/0309136v1", ""},
                                        {"math/0309136v1", ""}}));
  CHECK(ids_of(feed) == Words{"2401.00001v1", "2401.00001v2", "math/0309136v1"});
  CHECK(feed.papers[0].title == "first");
  CHECK(feed.entries == 5);
}

TEST_CASE("of more entries than were asked for only those are read") {
  const std::string feed =
      feed_of({{"2401.00001v1", ""}, {"nonsense", ""}, {"2401.00003v1", ""}, {"2401.00004v1", ""}});
  CHECK(ids_of(parse_feed(feed, 3)) == Words{"2401.00001v1", "2401.00003v1"});
  CHECK(parse_feed(feed, 3).entries == 3);
  CHECK(ids_of(parse_feed(feed, 1)) == Words{"2401.00001v1"});
  CHECK(parse_feed(feed).entries == 4);
}

TEST_CASE("an error entry is no paper") {
  const Feed feed = parse_feed(fixture("error.xml"));
  CHECK(feed.papers.empty());
  CHECK(feed.entries == 0);
  CHECK(feed.errors == std::vector<std::string>{"incorrect id format for abc"});
  const Feed old = parse_feed(fixture("error-manual.xml"));
  CHECK(old.papers.empty());
  CHECK(old.errors == std::vector<std::string>{"incorrect id format for 12.345"});
}

TEST_CASE("an empty feed and entries without a usable id") {
  const std::string open = R"(<feed xmlns="http://www.w3.org/2005/Atom">)";
  CHECK(parse_feed(open + "</feed>").papers.empty());
  CHECK(parse_feed(open + "<entry/><entry><id>http://arxiv.org/abs/nonsense</id></entry></feed>")
            .papers.empty());
  CHECK(parse_feed("\xEF\xBB\xBF" + open + "</feed>").papers.empty());
}

TEST_CASE("a reference to a surrogate becomes a replacement character") {
  const Feed feed = parse_feed(
      R"(<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2401.00001v1</id>)"
      R"(<title>a&#xD800;b</title></entry></feed>)");
  REQUIRE(feed.papers.size() == 1);
  CHECK(feed.papers[0].title.starts_with("a\xEF\xBF\xBD"));
  CHECK(feed.papers[0].title.ends_with("b"));
}

TEST_CASE("a reference to zero or a control character does not cut the text behind it") {
  for (const char* reference : {"&#0;", "&#x0;", "&#4294967296;", "&#27;"}) {
    CAPTURE(reference);
    const Feed feed = parse_feed(R"(<feed xmlns="http://www.w3.org/2005/Atom"><entry>)"
                                 R"(<id>http://arxiv.org/abs/2401.00001v1</id><title>a)" +
                                 std::string(reference) + R"(b</title><category term="cs)" +
                                 reference + R"(LG"/></entry></feed>)");
    REQUIRE(feed.papers.size() == 1);
    CHECK(feed.papers[0].title ==
          "a\xEF\xBF\xBD"
          "b");
    CHECK(feed.papers[0].primary_category == "cs\xEF\xBF\xBDLG");
  }
}

TEST_CASE("megabytes of broken references are read in one pass") {
  std::string text = R"(<feed xmlns="http://www.w3.org/2005/Atom"><entry>)"
                     R"(<id>http://arxiv.org/abs/2401.00001v1</id><title>)";
  for (int at = 0; at < 2'000'000; ++at)
    text += "&#x";
  const auto begun = std::chrono::steady_clock::now();
  CHECK(parse_feed(text + ";</title></entry></feed>").papers.size() == 1);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(10));
}

TEST_CASE("what is no single well-formed Atom feed is refused whole") {
  const std::string open = R"(<feed xmlns="http://www.w3.org/2005/Atom">)";
  std::string declarations;
  for (int at = 0; at < 65; ++at)
    declarations += " xmlns:p" + std::to_string(at) + "='u'";
  std::string deep;
  for (int at = 0; at < 100'000; ++at)
    deep += "<a>";
  std::string wide = open;
  for (int at = 0; at < 100'001; ++at)
    wide += "<a/>";
  const std::pair<const char*, std::string> kCases[] = {
      {"empty", ""},
      {"blank", " \n"},
      {"text", "Rate exceeded."},
      {"JSON", R"({"feed": []})"},
      {"truncated", open + "<entry><id>http://arxiv.org/abs/2401"},
      {"mismatched", open + "<entry></feed>"},
      {"two roots", open + "</feed><feed/>"},
      {"text behind the root", open + "</feed>text"},
      {"another root", R"(<html xmlns="http://www.w3.org/2005/Atom"/>)"},
      {"no namespace", "<feed/>"},
      {"another namespace", R"(<feed xmlns="http://example.org/"/>)"},
      {"an undeclared prefix", "<a:feed/>"},
      {"not UTF-8", open + "<title>\xE9</title></feed>"},
      {"a NUL", open + std::string(1, '\0') + "</feed>"},
      {"too many declarations", "<feed" + declarations + "/>"},
      {"too deep", deep},
      {"too many tags", wide + "</feed>"},
  };
  for (const auto& [name, body] : kCases) {
    CAPTURE(name);
    try {
      parse_feed(body);
      FAIL_CHECK("was accepted");
    } catch (const base::Fault& fault) {
      CHECK(fault.code() == base::Code::kSerialization);
      CHECK(fault.message().starts_with("arXiv's answer "));
    }
  }
}

}  // namespace
