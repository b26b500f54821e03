#include "harvestd/check/report.h"

#include <doctest/doctest.h>

#include "common/base/json.h"
#include "harvestd/check/schema_defects.h"

namespace {

using mirror::Defect;
using mirror::Difference;
using mirror::Remedy;
using mirror::SchemaDifference;
using Texts = std::vector<std::string>;

SchemaDifference missing(std::string_view name) {
  return {&mirror::schema_object(name), Difference::kMissing};
}
SchemaDifference other(std::string_view name) {
  return {&mirror::schema_object(name), Difference::kDiffers};
}

mirror::VerifyReport healthy() {
  mirror::VerifyReport report;
  report.path = "/srv/mirror.db";
  report.version = 7;
  report.papers = 1008;
  report.state.emplace();
  report.state->status = mirror::HarvestStatus::kComplete;
  report.state->last_datestamp = "2024-05-01";
  report.checks = {"Schema objects: as expected", "integrity_check: ok"};
  return report;
}

TEST_CASE("a whole file is told of in the order of the contract") {
  CHECK(mirror::report_text(healthy()) ==
        "Mirror: /srv/mirror.db\n"
        "Harvest: complete, 1,008 records, up to 2024-05-01\n"
        "Schema version: 7, expected 7\n"
        "Schema objects: as expected\n"
        "integrity_check: ok\n"
        "Mirror OK\n");
  mirror::VerifyReport bare;
  bare.path = "mirror.db";
  CHECK(mirror::report_text(bare) ==
        "Mirror: mirror.db\nHarvest: unknown\nSchema version: none, expected 7\nMirror OK\n");
}

TEST_CASE("each object is named, each restoring statement printed once") {
  mirror::VerifyReport report = healthy();
  report.notices = {"first fill unfinished"};
  report.defects = mirror::schema_defects(
      {missing("papers_updated_idx"), other("papers_fts"), missing("papers_au")}, false);
  const std::string text = mirror::report_text(report);
  const std::string expected =
      "Notice: first fill unfinished\n"
      "Fault: papers_updated_idx is missing\n"
      "Fault: papers_fts is not as this version makes it\n"
      "Fault: papers_au is missing\n"
      "Mirror FAULTY\n"
      "`harvestd repair` does it, and so do these statements:\n"
      "DROP INDEX IF EXISTS papers_updated_idx;\n"
      "CREATE INDEX papers_updated_idx ON papers(updated, published);\n"
      "UPDATE schema_version SET version = 6;\n";
  CHECK(text.substr(text.size() - expected.size()) == expected);
}

TEST_CASE("every remedy says what to do") {
  struct Case {
    Remedy remedy;
    std::string says;
  };
  for (const Case& one : {Case{Remedy::kRepair, "`harvestd repair` mends it."},
                          Case{Remedy::kMigrate, "`harvestd migrate`"},
                          Case{Remedy::kHarvest, "`harvestd init --from-scratch`"},
                          Case{Remedy::kNewFile, "Move it away; `harvestd init`"}}) {
    mirror::VerifyReport report = healthy();
    report.defects = {{"file", "is odd", one.remedy, {}}};
    CHECK(mirror::report_text(report).find(one.says) != std::string::npos);
  }
}

TEST_CASE("the same as one JSON object") {
  mirror::VerifyReport report = healthy();
  const auto ok = json::parse(mirror::report_json(report)).value();
  CHECK(json::text(*json::find(ok, "outcome")) == "ok");
  CHECK(json::integer(*json::find(ok, "records")) == 1008);
  report.defects = mirror::schema_defects({missing("papers_au"), missing("papers_ai")}, false);
  const auto fault = json::parse(mirror::report_json(report)).value();
  CHECK(json::text(*json::find(fault, "outcome")) == "fault");
  CHECK(json::find(fault, "defects")->Size() == 2);
  REQUIRE(json::find(fault, "statements")->Size() == 1);
  CHECK(json::text((*json::find(fault, "statements"))[0]) ==
        "UPDATE schema_version SET version = 6");
}

TEST_CASE("what restores an object follows from its kind") {
  struct Case {
    std::string_view object;
    Remedy remedy;
    Texts statements;
  };
  const std::string rebuild(mirror::kRebuildFullText);
  const std::string fill(mirror::schema_object("paper_categories_published_fill").create);
  const std::string lease(mirror::schema_object("migration_lease").create);
  const Case cases[] = {
      {"papers_fts", Remedy::kStatements, {rebuild}},
      {"papers_fts_source", Remedy::kStatements, {rebuild}},
      {"papers_ad", Remedy::kStatements, {rebuild}},
      {"paper_categories_published_fill",
       Remedy::kStatements,
       {"DROP TRIGGER IF EXISTS paper_categories_published_fill", fill}},
      {"migration_lease", Remedy::kStatements, {"DROP TABLE IF EXISTS migration_lease", lease}},
      {"paper_categories", Remedy::kRepair, {}},
      {"papers", Remedy::kNewFile, {}},
      {"schema_version", Remedy::kNewFile, {}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.object);
    const auto defects = mirror::schema_defects({missing(one.object)}, false);
    REQUIRE(defects.size() == 1);
    CHECK(defects[0].remedy == one.remedy);
    CHECK(defects[0].statements == one.statements);
  }
  CHECK(mirror::schema_defects({missing("harvest_state")}, false)[0].statements.size() == 3);
}

TEST_CASE("a first fill does without the triggers of the full-text index, and nothing else") {
  const auto defects = mirror::schema_defects(
      {missing("papers_ai"), missing("papers_ad"), missing("papers_au"), other("papers_au"),
       missing("papers_fts"), missing("paper_categories_published_fill")},
      true);
  Texts names;
  for (const Defect& defect : defects)
    names.push_back(defect.object);
  CHECK(names == Texts{"papers_au", "papers_fts", "paper_categories_published_fill"});
}

TEST_CASE("the objects that go with a table are known") {
  Texts names;
  for (const auto* object : mirror::objects_on("paper_categories"))
    names.emplace_back(object->name);
  CHECK(names == Texts{"paper_categories_cat_updated_idx", "paper_categories_cat_published_idx",
                       "paper_categories_paper_id_idx", "paper_categories_published_fill"});
  CHECK(mirror::objects_on("papers").size() == 7);
}

}  // namespace
