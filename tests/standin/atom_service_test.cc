#include "tests/standin/atom_service.h"

#include <doctest/doctest.h>
#include <tinyxml2.h>

#include "tests/standin/folder_corpus.h"

using standin::AtomService;

namespace {

AtomService& service() {
  static const standin::FolderCorpus corpus(TEST_DATA "/standin/pages");
  static AtomService result(corpus, [] { return base::parse_iso("2026-12-01T01:02:03Z").value(); });
  return result;
}

/// The feed of a request, checked for its status and type.
class Feed {
 public:
  Feed(std::string_view query, int status) {
    const standin::Answer answer = service().answer(standin::parse_query(query));
    CHECK(answer.status == status);
    CHECK(answer.content_type == "application/atom+xml; charset=utf-8");
    REQUIRE(document_.Parse(answer.body.c_str()) == tinyxml2::XML_SUCCESS);
    feed_ = document_.FirstChildElement("feed");
    REQUIRE(feed_ != nullptr);
  }

  const tinyxml2::XMLElement* feed() const { return feed_; }
  const tinyxml2::XMLElement* entry() const { return feed_->FirstChildElement("entry"); }

  /// The ids of the entries, each followed by a blank.
  std::string ids() const {
    std::string result;
    for (const auto* at = entry(); at != nullptr; at = at->NextSiblingElement("entry")) {
      result += text(at, "id") + " ";
    }
    return result;
  }

  static std::string text(const tinyxml2::XMLElement* parent, const char* name) {
    const auto* element = parent->FirstChildElement(name);
    return element != nullptr && element->GetText() != nullptr ? element->GetText() : "";
  }

 private:
  tinyxml2::XMLDocument document_;
  const tinyxml2::XMLElement* feed_ = nullptr;
};

}  // namespace

TEST_CASE("an entry shows the record converted") {
  const Feed feed("id_list=2401.90001&max_results=1", 200);
  const auto* entry = feed.entry();
  REQUIRE(entry != nullptr);
  CHECK(Feed::text(entry, "id") == "http://arxiv.org/abs/2401.90001v3");
  CHECK(Feed::text(entry, "title") == "Cheap bounds for Erdős sums, revised");
  CHECK(Feed::text(entry, "summary").find("$α_n < 1$ in the sense of Schrödinger.") !=
        std::string::npos);
  CHECK(Feed::text(entry, "published") == "2024-01-22T18:59:01Z");
  CHECK(Feed::text(entry, "updated") == "2024-02-29T12:00:00Z");
  CHECK(entry->FirstChildElement("arxiv:primary_category")->Attribute("term") ==
        std::string("math.NA"));
  CHECK(entry->FirstChildElement("category")->NextSiblingElement("category") == nullptr);
  CHECK(Feed::text(entry->FirstChildElement("author"), "name") == "Ada Quill");
  CHECK(Feed::text(entry->FirstChildElement("author")->NextSiblingElement("author"), "name") ==
        "François Reed");
  CHECK(Feed::text(entry, "arxiv:doi") == "10.5555/x.1");
  CHECK(Feed::text(feed.feed(), "updated") == "2026-12-01T01:02:03Z");
}

TEST_CASE("versions, unknown ids, repeats and paging") {
  const struct {
    std::string_view query;
    std::string_view ids;
    std::string_view total;
  } rows[] = {
      {"id_list=2401.90001v1", "http://arxiv.org/abs/2401.90001v1 ", "1"},
      {"id_list=2401.90001v4", "", "0"},
      {"id_list=2401.11111", "", "0"},
      {"id_list=hep-th/9901999,2401.90001,2401.11111",
       "http://arxiv.org/abs/2401.90001v3 http://arxiv.org/abs/hep-th/9901999v1 ", "2"},
      {"id_list=2401.90001,2401.90001v3", "http://arxiv.org/abs/2401.90001v3 ", "1"},
      {"id_list=hep-th/9901999,2401.90001&max_results=1", "http://arxiv.org/abs/2401.90001v3 ",
       "2"},
      {"id_list=hep-th/9901999,2401.90001&start=1&max_results=5",
       "http://arxiv.org/abs/hep-th/9901999v1 ", "2"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    const Feed feed(row.query, 200);
    CHECK(feed.ids() == row.ids);
    CHECK(Feed::text(feed.feed(), "opensearch:totalResults") == row.total);
  }
}

TEST_CASE("refusals are error feeds with status 400") {
  const struct {
    std::string_view query;
    std::string_view id;
    std::string_view summary;
  } rows[] = {
      {"id_list=abc", "https://arxiv.org/api/errors#incorrect_id_format_for_abc",
       "incorrect id format for abc"},
      {"id_list=2401.90001,%3Cx%3E", "https://arxiv.org/api/errors#incorrect_id_format_for_<x>",
       "incorrect id format for <x>"},
      {"id_list=2401.90001&start=x", "https://arxiv.org/api/errors#start_must_be_an_integer",
       "start must be an integer"},
      {"id_list=2401.90001&max_results=-1",
       "https://arxiv.org/api/errors#max_results_must_be_non-negative",
       "max_results must be non-negative"},
      {"", "https://arxiv.org/api/errors", "search_query or id_list is needed"},
      {"search_query=all:x&start=x", "https://arxiv.org/api/errors#start_must_be_an_integer",
       "start must be an integer"},
      {"search_query=all:x&sortBy=date", "https://arxiv.org/api/errors#sort",
       "sortBy must be in: relevance, submittedDate, lastUpdatedDate"},
      {"search_query=all:x&sortOrder=up", "https://arxiv.org/api/errors#sort",
       "sortOrder must be in: descending, ascending"},
      {"search_query=(all:x", "https://arxiv.org/api/errors", "Invalid query string: '(all:x'"},
      {"search_query=all:x&id_list=2401.90001", "https://arxiv.org/api/errors",
       "this local stand-in takes search_query or id_list, not both"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    const Feed feed(row.query, 400);
    CHECK(Feed::text(feed.entry(), "title") == "Error");
    CHECK(Feed::text(feed.entry(), "id") == row.id);
    CHECK(Feed::text(feed.entry(), "summary") == row.summary);
  }
}

TEST_CASE("a search is paged and sorted as asked") {
  const std::string first = "http://arxiv.org/abs/2401.90001v3 ";
  const std::string old = "http://arxiv.org/abs/hep-th/9901999v1 ";
  const struct {
    std::string query;
    std::string ids;
    std::string_view total;
  } rows[] = {
      {"search_query=ti:cheap", first, "1"},
      {"search_query=cat:math.NA+OR+cat:hep-th&sortBy=submittedDate", first + old, "2"},
      {"search_query=cat:math.NA+OR+cat:hep-th&sortBy=submittedDate&sortOrder=ascending",
       old + first, "2"},
      {"search_query=cat:math.NA+OR+cat:hep-th&sortBy=lastUpdatedDate&max_results=1", first, "2"},
      {"search_query=cat:math.NA+OR+cat:hep-th&sortBy=lastUpdatedDate&start=1", old, "2"},
      {"search_query=cat:math.NA+OR+cat:hep-th&start=2", "", "2"},
      {"search_query=all:nothingholdsthis", "", "0"},
      {"search_query=submittedDate:[202401010000+TO+202412312359]+AND+ti:cheap", first, "1"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    const Feed feed(row.query, 200);
    CHECK(feed.ids() == row.ids);
    CHECK(Feed::text(feed.feed(), "opensearch:totalResults") == row.total);
  }
  const Feed feed("search_query=ti:cheap&max_results=7", 200);
  CHECK(Feed::text(feed.feed(), "title") ==
        "arXiv Query: search_query=ti:cheap&id_list=&start=0&max_results=7");
  CHECK(Feed::text(feed.feed(), "opensearch:itemsPerPage") == "7");
}

TEST_CASE("what the real service answers with 500, this one does too") {
  const struct {
    std::string_view query;
    int status;
  } rows[] = {
      {"search_query=all:x&start=9990&max_results=10", 200},
      {"search_query=all:x&start=9990&max_results=11", 500},
      {"search_query=all:x&start=10000&max_results=1", 500},
      {"search_query=all:x&max_results=0", 500},
      {"id_list=2401.10001v1", 200},
      {"id_list=hep-th/9901001", 200},
      {"id_list=hep-th/9901001v2", 200},
      {"id_list=hep-th/9901001v1", 500},
      {"id_list=2401.10001v1,hep-th/9901001v1", 500},
      {"id_list=hep-th/9901001v3", 200},
      {"id_list=astro-ph/0703001v1", 200},
  };
  const standin::FolderCorpus corpus(TEST_DATA "/blackbox");
  AtomService blackbox(corpus);
  for (const auto& row : rows) {
    CAPTURE(row.query);
    CHECK(blackbox.answer(standin::parse_query(row.query)).status == row.status);
  }
}
