#include "harvestd/dump/import.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "common/base/fault.h"
#include "common/base/unique_fd.h"
#include "common/mirror/search_aids.h"
#include "harvestd/check/verify.h"
#include "harvestd/dump/export.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using mirror::HarvestStatus;
using mirror::ImportResult;

mirror::ImportPlan plan_of(const std::string& dump) {
  mirror::ImportPlan plan;
  plan.file = dump;
  plan.open.lease = std::chrono::minutes(5);
  plan.batch = 7;
  return plan;
}

ImportResult import(const std::string& path, const std::string& dump) {
  return mirror::import_papers(path, plan_of(dump));
}

std::optional<base::Fault> refusal(const std::string& path, const std::string& dump) {
  try {
    import(path, dump);
  } catch (const base::Fault& fault) {
    return fault;
  }
  return std::nullopt;
}

std::string line(int number, const std::string& day, const std::string& title = "T") {
  return R"({"id":"2401.)" + std::to_string(10000 + number) + R"(","title":")" + title +
         R"(","authors":"A","categories":"cs.LG hep-th","update_date":")" + day + "\"}\n";
}

std::string lines(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i)
    text += line(i, "2024-01-" + std::to_string(10 + i % 15));
  return text;
}

mirror::HarvestState state_of(const std::string& path) {
  return mirror::read_harvest_state(mirror::Database(path, SQLITE_OPEN_READWRITE));
}

/// Everything that the file says of papers.
std::string content(const std::string& path) {
  const mirror::Database database(path, SQLITE_OPEN_READWRITE);
  return database
             .text(
                 "SELECT group_concat(json_array(rowid, id, version, title, authors, abstract,"
                 " primary_category, categories, published, updated, latest_version, comment,"
                 " journal_ref, doi), char(10)) FROM papers")
             .value_or("") +
         database
             .text(
                 "SELECT group_concat(json_array(category, paper_id, updated, published))"
                 " FROM paper_categories")
             .value_or("");
}

/// The search aids included.
bool is_whole(const std::string& path) {
  mirror::VerifyPlan plan;
  plan.open.lease = std::chrono::minutes(5);
  const auto aids = mirror::read_search_aids(mirror::Database(path, SQLITE_OPEN_READONLY));
  return aids && aids->are_current() && mirror::verify(path, plan).ok();
}

TEST_CASE("a dump fills a new mirror, from which a refresh goes on") {
  const testing::TempDir folder;
  const std::string path = folder / "new/mirror.db";
  const ImportResult result = import(path, folder.write("dump", lines(0, 100) + "\n \n"));
  CHECK(result.lines == 100);
  CHECK(result.papers == 100);
  const auto state = state_of(path);
  CHECK(state.status == HarvestStatus::kComplete);
  CHECK(state.last_datestamp == "2024-01-24");
  CHECK(state.total_records == 100);
  CHECK(state.completed_at.has_value());
  CHECK(state.resumption_token == std::nullopt);
  CHECK(is_whole(path));
}

TEST_CASE("what was exported fills a mirror that says the same") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  for (int i = 0; i < 50; ++i) {
    file.put({.id = i % 3 == 0 ? "hep-th/99010" + std::to_string(10 + i)
                               : "2401." + std::to_string(10000 + i),
              .version = std::to_string(1 + i % 4),
              .title = "Łódź \"\\quoted\\\" {{x}} \\'e " + std::to_string(i),
              .abstract = i == 7 ? "" : "An  abstract.",
              .categories = i % 2 == 0 ? "cs.LG stat.ML cs.LG" : "hep-th",
              .comment = i % 5 == 0 ? std::optional<std::string>("7 pages") : std::nullopt,
              .doi = i % 7 == 0 ? std::optional<std::string>("10.1/x y") : std::nullopt});
  }
  file.complete();
  for (const std::string name : {"dump.ndjson", "dump.ndjson.gz"}) {
    const auto exported = mirror::export_papers(folder / "mirror.db", {folder / name, {}});
    CHECK(exported.papers == 50);
    CHECK(exported.complete);
    const std::string copy = folder / (name + ".db");
    CHECK(import(copy, folder / name).papers == 50);
    CHECK(content(copy) == content(folder / "mirror.db"));
    CHECK(is_whole(copy));
  }
}

TEST_CASE("a line that is wrong is named, and what precedes it stays in an unfinished file") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const std::string dump = folder.write("dump", lines(0, 20) + "{\"id\":7}\n" + lines(20, 10));
  const auto fault = refusal(path, dump);
  REQUIRE(fault.has_value());
  CHECK(fault->code() == Code::kValidation);
  CHECK(fault->message() == dump + ", line 21: member `id` is not a text.");
  auto state = state_of(path);
  CHECK(state.status == HarvestStatus::kError);
  CHECK(state.error_message == fault->message());
  CHECK(state.completed_at == std::nullopt);
  CHECK(state.last_datestamp == std::nullopt);  // or an init would take up in the middle
  mirror::Database database(path, SQLITE_OPEN_READWRITE);
  CHECK(database.integer("SELECT count(*) FROM papers") == 20);

  const ImportResult again = import(path, folder.write("dump", lines(0, 30)));
  CHECK(again.lines == 30);
  CHECK(again.papers == 30);
  CHECK(state_of(path).error_message == std::nullopt);
  CHECK(is_whole(path));
}

std::string with_version(std::string line, int version) {
  const std::string versions = R"(,"versions":[{"version":"v)" + std::to_string(version) +
                               R"(","created":"Mon, 1 Jan 2024 00:00:00 GMT"}])";
  return line.insert(line.rfind('}'), versions);
}

std::string title_of(const std::string& path) {
  return mirror::Database(path, SQLITE_OPEN_READWRITE)
      .text("SELECT title FROM papers WHERE id = '2401.10001'")
      .value_or("");
}

TEST_CASE("an older line of a paper that comes later in a dump does not replace the newer one") {
  struct Case {
    std::string first;
    std::string second;
    std::string kept;
  };
  const std::string early = line(1, "2023-01-01", "early");
  const std::string late = line(1, "2024-01-01", "late");
  const Case cases[] = {
      {late, early, "late"},
      {early, late, "late"},
      {late, line(1, "2024-01-01", "later"), "later"},
      {with_version(early, 2), with_version(late, 1), "early"},
      {with_version(late, 1), with_version(early, 2), "early"},
      {with_version(early, 10), with_version(late, 9), "early"},
  };
  for (const Case& one : cases) {
    for (const int between : {0, 20}) {  // in one commit, and in several
      const testing::TempDir folder;
      const std::string path = folder / "mirror.db";
      const auto result =
          import(path, folder.write("dump", one.first + lines(2, between) + one.second));
      CHECK(result.lines == between + 2);
      CHECK(result.papers == between + 1);
      CHECK(title_of(path) == one.kept);
      CHECK(is_whole(path));
    }
  }
}

TEST_CASE("a paper that an unfinished harvest stored in a higher version keeps it") {
  for (const int stored : {1, 2, 3}) {
    CAPTURE(stored);
    const testing::TempDir folder;
    const std::string path = folder / "mirror.db";
    testing::MirrorFile(path).put(
        {.id = "2401.10001", .version = std::to_string(stored), .title = "stored"});
    const std::string dump = with_version(line(1, "2024-01-01", "dump"), 2);
    const auto result = import(path, folder.write("dump", dump));
    CHECK(result.lines == 1);
    CHECK(title_of(path) == (stored > 2 ? "stored" : "dump"));
    CHECK(is_whole(path));
  }
}

TEST_CASE("an unfinished harvest is forgotten, a finished one left alone") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const std::string dump = folder.write("dump", lines(0, 5));
  {
    testing::MirrorFile file(path);
    file.put({.id = "2401.99999"});
    file.execute(
        "UPDATE harvest_state SET status = 'in_progress', last_datestamp = '2025-01-01',"
        " resumption_token = 'token'");
  }
  CHECK(import(path, dump).papers == 6);
  CHECK(state_of(path).last_datestamp == "2024-01-14");
  const std::string before = content(path);
  const auto fault = refusal(path, dump);
  REQUIRE(fault.has_value());
  CHECK(fault->code() == Code::kConfiguration);
  CHECK(state_of(path).status == HarvestStatus::kComplete);
  CHECK(content(path) == before);
}

TEST_CASE("a dump that begins with nothing to store leaves an unfinished harvest where it was") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  testing::MirrorFile(path).execute(
      "UPDATE harvest_state SET status = 'error', last_datestamp = '2025-01-01',"
      " resumption_token = 'token', error_message = 'Stopped by a signal.'");
  const auto before = state_of(path);
  for (const std::string& dump :
       {std::string(), std::string("\n\n"), std::string("no JSON\n"), lines(0, 3) + "no JSON\n"}) {
    CAPTURE(dump);
    const auto fault = refusal(path, folder.write("dump", dump));
    REQUIRE(fault.has_value());
    CHECK(fault->code() == Code::kValidation);
    CHECK(state_of(path) == before);
    CHECK(content(path).empty());
  }
}

TEST_CASE("a day that is still to come is none to go on from") {
  const testing::TempDir folder;
  const auto plan = [&folder](const std::string& dump) {
    mirror::ImportPlan made = plan_of(folder.write("dump", dump));
    made.open.clock = [] { return base::parse_iso("2024-01-20").value(); };
    return made;
  };
  const std::string to_come = line(1, "2062-01-01");
  const std::string dump = line(2, "2024-01-19") + to_come + line(3, "2024-01-21");
  CHECK(mirror::import_papers(folder / "one.db", plan(dump)).last_datestamp == "2024-01-19");
  CHECK(state_of(folder / "one.db").last_datestamp == "2024-01-19");
  CHECK(mirror::import_papers(folder / "two.db", plan(to_come)).papers == 1);
  CHECK(state_of(folder / "two.db").last_datestamp == std::nullopt);
}

TEST_CASE("a dump of old papers alone names no day that arXiv refuses to be asked from") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const auto result =
      import(path, folder.write("dump", line(1, "2001-05-05") + line(2, "2005-09-15")));
  CHECK(result.last_datestamp.empty());
  CHECK(state_of(path).last_datestamp == std::nullopt);
  CHECK(is_whole(path));
  const std::string newer = folder / "newer.db";
  import(newer, folder.write("dump", line(1, "2001-05-05") + line(2, "2005-09-16")));
  CHECK(state_of(newer).last_datestamp == "2005-09-16");
}

TEST_CASE("a commit ends with its papers or with their bytes, whichever come first") {
  const testing::TempDir folder;
  mirror::ImportPlan plan = plan_of(folder.write("dump", lines(0, 10)));
  std::vector<std::int64_t> stored;
  plan.notice = [&stored](std::int64_t papers) { stored.push_back(papers); };
  plan.batch_bytes = 2 * line(0, "2024-01-10").size();  // two lines without their ends are less
  mirror::import_papers(folder / "mirror.db", plan);
  CHECK(stored == std::vector<std::int64_t>{3, 6, 9, 10});
}

TEST_CASE("what goes wrong while papers are stored does not wait for more of the dump") {
  const testing::TempDir folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const base::UniqueFd writer(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  const std::string dump = lines(0, 7);
  REQUIRE(::write(writer.get(), dump.data(), dump.size()) == static_cast<ssize_t>(dump.size()));
  mirror::ImportPlan plan = plan_of(pipe);
  plan.notice = [](std::int64_t) { throw base::Fault(Code::kDatabase, "", "full"); };
  CHECK_THROWS_AS(mirror::import_papers(folder / "mirror.db", plan), base::Fault);
  CHECK(state_of(folder / "mirror.db").error_message == "full");
}

TEST_CASE("a dump without papers completes nothing") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const auto fault = refusal(path, folder.write("dump", "\n"));
  REQUIRE(fault.has_value());
  CHECK(fault->code() == Code::kValidation);
  CHECK(state_of(path).completed_at == std::nullopt);
  CHECK(refusal(folder / "other.db", folder / "no dump")->code() == Code::kDatabase);
  CHECK_FALSE(std::filesystem::exists(folder / "other.db"));
}

TEST_CASE("an export is of one moment and of one version") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  file.put({.id = "2401.10000"});
  file.execute("BEGIN IMMEDIATE");
  file.put({.id = "2401.10001"});
  const auto result = mirror::export_papers(folder / "mirror.db", {folder / "dump", {}});
  CHECK(result.papers == 1);
  CHECK_FALSE(result.complete);
  file.execute("COMMIT");
  file.execute("UPDATE schema_version SET version = 3");
  CHECK_THROWS_AS(mirror::export_papers(folder / "mirror.db", {folder / "two", {}}), base::Fault);
  CHECK_FALSE(std::filesystem::exists(folder / "two"));
}

}  // namespace
