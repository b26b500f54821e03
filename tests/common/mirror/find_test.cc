#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/mirror/paper_row.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::MirrorFile;

constexpr std::chrono::milliseconds kLease{300'000};

mirror::Reader open(const std::string& path) {
  mirror::Reader::Opened opened = mirror::Reader::open(path, kLease);
  REQUIRE(opened.reader);
  return std::move(*opened.reader);
}

TEST_CASE("a row is shown as the API shows the paper") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "1807.00001",
            .version = "3",
            .title = "On \xC3\xA9tale things",
            .authors = "V.E. Zakharov (MIT), Ada Lovelace and A. Person, Jr",
            .abstract = "We show.",
            .categories = "cs.NA math.NA cs.LG cs.AI",
            .published = "2018-10-31T14:58:30.000Z",
            .updated = "2019-01-13T11:17:09.000Z",
            .comment = "12 pages",
            .journal_ref = "Nature 1",
            .doi = "10.1000/1"});
  file.complete();
  mirror::Reader reader = open(folder / "mirror.db");
  const auto stored = reader.find("1807.00001");
  REQUIRE(stored);
  CHECK(stored->id == arxiv::PaperId{"1807.00001", 3});
  const arxiv::Paper& paper = stored->paper;
  CHECK(paper.id == "1807.00001v3");
  CHECK(paper.pdf_url() == "https://arxiv.org/pdf/1807.00001v3");
  CHECK(paper.title == "On \xC3\xA9tale things");
  CHECK(paper.authors ==
        std::vector<std::string>{"V. E. Zakharov", "Ada Lovelace", "A. Person, Jr"});
  CHECK(paper.abstract == "We show.");
  CHECK(paper.primary_category == "math.NA");
  CHECK(paper.categories == std::vector<std::string>{"math.NA", "cs.AI", "cs.LG"});
  CHECK(paper.published == "2018-10-31T14:58:30Z");
  CHECK(paper.updated == "2019-01-13T11:17:09Z");
  CHECK(paper.comment == "12 pages");
  CHECK(paper.journal_ref == "Nature 1");
  CHECK(paper.doi == "10.1000/1");
}

TEST_CASE("what a row lacks is absent, and its identifier is whole and exact") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "hep-th/9901001", .version = "", .comment = "", .doi = std::nullopt});
  file.complete();
  mirror::Reader reader = open(folder / "mirror.db");
  const auto stored = reader.find("hep-th/9901001");
  REQUIRE(stored);
  CHECK(stored->paper.id == "hep-th/9901001v1");
  CHECK(!stored->paper.comment);
  CHECK(!stored->paper.journal_ref);
  CHECK(!stored->paper.doi);
  for (const char* other : {"hep-th/9901001v1", "hep-th/990100", "HEP-TH/9901001", "", "' OR 1"})
    CHECK(!reader.find(other));
}

TEST_CASE("stored instants lose their fraction, any other text stays") {
  struct Case {
    const char* stored;
    const char* shown;
  };
  const Case cases[] = {
      {"2024-01-22T18:59:01.000Z", "2024-01-22T18:59:01Z"},
      {"2024-01-22T18:59:01.987Z", "2024-01-22T18:59:01Z"},
      {"2024-01-22T18:59:01Z", "2024-01-22T18:59:01Z"},
      {"2024-01-22", "2024-01-22"},
      {"2024-13-45T18:59:01.000Z", "2024-13-45T18:59:01.000Z"},
      {"Mon, 22 Jan 2024 18:59.0", "Mon, 22 Jan 2024 18:59.0"},
      {"no date at all, .......Z", "no date at all, .......Z"},
      {"", ""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.stored);
    CHECK(mirror::shown_date(one.stored) == one.shown);
  }
}

TEST_CASE("identifiers are completed in order, up to the limit") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  for (const char* id : {"2401.00010", "2401.00002", "2401.00001", "2402.00001", "hep-th/9901001"})
    file.put({.id = id});
  file.complete();
  mirror::Reader reader = open(folder / "mirror.db");
  using Ids = std::vector<std::string>;
  CHECK(reader.complete_ids("2401.", 10) == Ids{"2401.00001", "2401.00002", "2401.00010"});
  CHECK(reader.complete_ids("2401.", 2) == Ids{"2401.00001", "2401.00002"});
  CHECK(reader.complete_ids("2401.00010", 10) == Ids{"2401.00010"});
  CHECK(reader.complete_ids("hep-th/", 10) == Ids{"hep-th/9901001"});
  CHECK(reader.complete_ids("", 1) == Ids{"2401.00001"});
  CHECK(reader.complete_ids("24%", 10).empty());
  CHECK(reader.complete_ids("2401.000100", 10).empty());
  CHECK(reader.complete_ids("2401.", 0).empty());
  CHECK(reader.complete_ids("2401.", -1).empty());
}

TEST_CASE("a call that is over before it begins runs nothing") {
  const testing::TempDir folder;
  MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.00001"});
  file.complete();
  mirror::Reader reader = open(folder / "mirror.db");
  const mirror::SearchRequest request{{"\"title\"", {}, {}}};
  std::stop_source stop;
  stop.request_stop();
  const auto code_of = [&](base::Deadline deadline, const std::stop_token& token) {
    try {
      reader.search(request, deadline, token);
    } catch (const base::Fault& fault) {
      return fault.code();
    }
    return base::Code::kInternalError;
  };
  CHECK(code_of(base::Deadline::never(), stop.get_token()) == base::Code::kCancelled);
  const auto past = base::Deadline::at(base::Deadline::Clock::now() - std::chrono::seconds(1));
  CHECK(code_of(past, std::stop_token()) == base::Code::kTimeout);
  CHECK(reader.search(request, base::Deadline::never(), std::stop_token()).total == 1);
}

TEST_CASE("a reader notices a replaced, removed or changed file") {
  const testing::TempDir folder;
  const auto make = [&](const char* name) {
    MirrorFile file(folder / name);
    file.complete();
    file.checkpoint();
  };
  make("mirror.db");
  const std::string path = folder / "mirror.db";
  SUBCASE("rows alone change nothing") {
    const mirror::Reader reader = open(path);
    MirrorFile(path).put({.id = "2401.00001"});
    CHECK(reader.is_current());
  }
  SUBCASE("the version") {
    const mirror::Reader reader = open(path);
    CHECK(reader.is_current());
    MirrorFile(path).execute("UPDATE schema_version SET version = 6");
    CHECK(!reader.is_current());
  }
  SUBCASE("an object") {
    const mirror::Reader reader = open(path);
    MirrorFile(path).execute("DROP INDEX papers_published_idx");
    CHECK(!reader.is_current());
  }
  SUBCASE("another file in its place") {
    const mirror::Reader reader = open(path);
    make("other.db");
    std::filesystem::rename(folder / "other.db", path);
    CHECK(!reader.is_current());
  }
  SUBCASE("no file") {
    const mirror::Reader reader = open(path);
    std::filesystem::remove(path);
    CHECK(!reader.is_current());
  }
}

}  // namespace
