/// verify, repair and migrate as an operator meets them: what they print and how they end.

#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sys/file.h>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "common/base/unique_fd.h"
#include "tests/blackbox/harvest_setting.h"

namespace {

using testing::HarvestSetting;
using testing::holds;
using testing::ProcessResult;
using Words = HarvestSetting::Words;

constexpr const char* kRebuild = "UPDATE schema_version SET version = 6;\n";

/// A mirror of 60 papers.
struct Kept : HarvestSetting {
  Kept() : HarvestSetting({"--generate", "60", "--page-size", "25"}) {
    REQUIRE(run({"init", "--quiet"}).status == 0);
  }
};

/// Another harvestd, as far as the lock tells.
base::UniqueFd hold_lock(const std::string& file) {
  base::UniqueFd lock(::open((file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  REQUIRE(::flock(lock.get(), LOCK_EX | LOCK_NB) == 0);
  return lock;
}

TEST_CASE("item 104: verify on a whole file says so in the contract's order") {
  const Kept setting;
  const ProcessResult result = setting.run({"verify"});
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  const std::string day = setting.state().last_datestamp.value();
  CHECK(result.out == "Mirror: " + setting.file + "\nHarvest: complete, 60 records, up to " + day +
                          "\nSchema version: 7, expected 7\n"
                          "Schema objects: as expected\n"
                          "Papers and categories: read\n"
                          "Full-text index: read\n"
                          "integrity_check: ok\n"
                          "Mirror OK\n");
  const ProcessResult quick = setting.run({"verify", "--quick"});
  CHECK(quick.status == 0);
  CHECK(quick.out.ends_with("Full-text index: looked at\nMirror OK\n"));
  CHECK_FALSE(holds(quick.out, "integrity_check"));
  CHECK(setting.run({"verify", "--quiet"}).out.empty());
}

TEST_CASE("item 104: a dropped trigger is named, with the update that restores it") {
  const Kept setting;
  setting.execute("DROP TRIGGER papers_au");
  setting.execute("DROP TRIGGER papers_ad");
  for (const Words& arguments : {Words{"verify"}, Words{"verify", "--quick"}}) {
    const ProcessResult result = setting.run(arguments);
    CHECK(result.status == 1);
    CHECK(holds(result.out, "Fault: papers_au is missing\n"));
    CHECK(holds(result.out, "Mirror FAULTY\n"));
    CHECK(result.out.ends_with(kRebuild));
    CHECK(result.out.find(kRebuild) == result.out.rfind(kRebuild));
  }
  CHECK(holds(setting.run({"verify", "--quiet"}).out, "papers_au"));
  const ProcessResult json = setting.run({"verify", "--json"});
  CHECK(json.status == 1);
  CHECK(testing::text_of(testing::last_json(json.out), "outcome") == "fault");
}

TEST_CASE("every statement that verify prints can be run, and then verify is content") {
  const Kept setting;
  setting.execute("DROP INDEX papers_updated_idx");
  setting.execute("DROP INDEX paper_categories_paper_id_idx");
  setting.execute("CREATE INDEX paper_categories_paper_id_idx ON paper_categories(paper_id)");
  setting.execute("DROP TRIGGER paper_categories_published_fill");
  const auto report = testing::last_json(setting.run({"verify", "--json"}).out);
  const json::Value& statements = *json::find(report, "statements");
  CHECK(statements.Size() == 6);
  for (const json::Value& statement : statements.GetArray())
    setting.execute(json::text(statement));
  CHECK(setting.run({"verify"}).status == 0);
}

TEST_CASE("item 105: after the printed update the next writer makes the full-text index anew") {
  for (const char* writer : {"refresh", "migrate", "repair"}) {
    CAPTURE(writer);
    const Kept setting;
    setting.execute("DROP TRIGGER papers_au");
    setting.execute("UPDATE papers SET title = 'Another title' WHERE rowid < 20");
    const auto report = testing::last_json(setting.run({"verify", "--json"}).out);
    REQUIRE(json::find(report, "statements")->Size() == 1);
    setting.execute(json::text((*json::find(report, "statements"))[0]));
    CHECK(setting.run({writer}).status == 0);
    CHECK(setting.run({"verify"}).status == 0);
    setting.check_full_text();
  }
}

TEST_CASE("repair mends, says what it did, and leaves a whole file") {
  const Kept setting;
  const std::size_t content = setting.content();
  setting.execute("DROP INDEX papers_updated_idx");
  setting.execute("DELETE FROM paper_categories WHERE rowid % 3 = 0");
  CHECK(setting.run({"verify"}).status == 1);
  const ProcessResult result = setting.run({"repair"});
  CHECK(result.status == 0);
  CHECK(result.out.ends_with("Mirror OK\n"));
  CHECK(setting.run({"verify"}).status == 0);
  CHECK(setting.content() == content);
}

TEST_CASE("a wreck is told of, with the way out") {
  const Kept setting;
  std::filesystem::resize_file(setting.file, 20'000);
  for (const char* command : {"verify", "repair"}) {
    const ProcessResult result = setting.run({command});
    CHECK(result.status == 1);
    CHECK(holds(result.out, "Fault: file "));
    CHECK(holds(result.out, "Move it away; `harvestd init`"));
  }
}

TEST_CASE("nothing is made anew from papers that cannot be read") {
  const Kept setting;
  setting.execute("DROP TABLE papers");
  for (const char* command : {"verify", "repair", "repair"}) {
    CAPTURE(command);
    const ProcessResult result = setting.run({command});
    CHECK(result.status == 1);
    CHECK(holds(result.out, "Move it away; `harvestd init`"));
    CHECK_FALSE(holds(result.out, "SET version = 6"));
  }
  CHECK(setting.count("schema_version WHERE version = 7") == 1);
}

TEST_CASE("an export does not take the mirror's own place") {
  const Kept setting;
  const auto content = setting.content();
  const std::string link = setting.folder / "link";
  std::filesystem::create_symlink(setting.file, link);
  for (const std::string& file : {setting.file, link, setting.file + ".lock"}) {
    CAPTURE(file);
    const ProcessResult result = setting.run({"export", file});
    CHECK(result.status == 64);
    CHECK(holds(result.err, "is the mirror itself"));
  }
  CHECK(setting.content() == content);
}

TEST_CASE("migrate on a file of this version has nothing to do") {
  const Kept setting;
  const ProcessResult result = setting.run({"migrate"});
  CHECK(result.status == 0);
  CHECK(result.out == "The mirror file has version 7 already; there is nothing to do.\n");
  CHECK(testing::text_of(testing::last_json(setting.run({"migrate", "--json"}).out), "outcome") ==
        "current");
}

TEST_CASE("how each command ends on a file that it is not for") {
  struct Case {
    std::string change;
    Words command;
    int status;
    std::string says;
  };
  const std::string newer = "UPDATE schema_version SET version = 8";
  const std::string older = "UPDATE schema_version SET version = 3";
  const std::string lease = "INSERT INTO migration_lease VALUES (1, 'another', 3, 'x', '" +
                            base::to_iso(base::wall_now()) + "', '" +
                            base::to_iso(base::wall_now()) + "')";
  const Case cases[] = {
      {older, {"verify"}, 1, "`harvestd migrate`"},
      {older, {"verify", "--quick"}, 1, "`harvestd migrate`"},
      {older, {"export"}, 78, "`harvestd migrate`"},
      {newer, {"verify"}, 78, "version 8"},
      {newer, {"repair"}, 78, "version 8"},
      {newer, {"migrate"}, 78, "version 8"},
      {newer, {"refresh"}, 78, "version 8"},
      {newer, {"export"}, 78, "newer"},
      {lease, {"verify"}, 75, "another"},
      {lease, {"verify", "--quick"}, 75, "another"},
      {lease, {"repair"}, 75, "another"},
      {lease, {"migrate"}, 75, "another"},
      {lease, {"import", "/dev/null"}, 75, "another"},
  };
  std::map<std::string, Kept> files;  // by what was changed; none of the commands changes more
  for (const Case& one : cases) {
    const auto [found, is_new] = files.try_emplace(one.change);
    if (is_new) found->second.execute(one.change);
    CAPTURE(one.change);
    CAPTURE(one.command[0]);
    const ProcessResult result = found->second.run(one.command);
    CHECK(result.status == one.status);
    CHECK(holds(result.out + result.err, one.says));
  }
}

TEST_CASE("a missing file is made by none of these") {
  const HarvestSetting setting({"--generate", "1"});
  for (const Words& command : {Words{"verify"}, Words{"verify", "--quick"}, Words{"repair"},
                               Words{"migrate"}, Words{"export"}}) {
    CAPTURE(command[0]);
    const ProcessResult result = setting.run(command);
    CHECK(result.status == 74);
    CHECK(holds(result.err, setting.file));
    CHECK_FALSE(std::filesystem::exists(setting.file));
  }
}

TEST_CASE("beside another harvestd: those that read go on, those that write end with 75") {
  const Kept setting;
  const base::UniqueFd lock = hold_lock(setting.file);
  CHECK(setting.run({"verify"}).status == 0);
  CHECK(setting.run({"export"}).status == 0);
  for (const Words& command : {Words{"repair"}, Words{"migrate"}, Words{"import", "/dev/null"},
                               Words{"refresh"}, Words{"init"}}) {
    CAPTURE(command[0]);
    const ProcessResult result = setting.run(command);
    CHECK(result.status == 75);
    CHECK(holds(result.err, "Another harvestd"));
  }
}

}  // namespace
