#include "mcpd/resources/resources.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "mcpd/resources/guide.h"
#include "mcpd/resources/indent.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Fault;

TEST_CASE("JSON is laid out with two blanks a level") {
  const std::pair<const char*, const char*> kCases[] = {
      {"{}", "{}"},
      {"[]", "[]"},
      {R"("a")", R"("a")"},
      {R"({"a":1,"b":[true,null]})", "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ]\n}"},
      {R"({"a":{},"b":[]})", "{\n  \"a\": {},\n  \"b\": []\n}"},
      {R"({"a":"{,:\"\\","b":"\\"})", "{\n  \"a\": \"{,:\\\"\\\\\",\n  \"b\": \"\\\\\"\n}"},
  };
  for (const auto& [compact, laid_out] : kCases)
    CHECK(resources::indent_json(compact) == laid_out);
}

TEST_CASE("the category resource lists all 155") {
  const mcp::Resource resource = resources::categories_resource();
  CHECK(resource.uri == "arxiv://categories");
  CHECK(resource.mime_type == "application/json");
  const std::string text = resource.read(testing::quiet_call());
  CHECK(text.starts_with("{\n  \"categories\": [\n    {\n      \"code\": \"cs.AI\","));
  const auto document = json::parse(text);
  REQUIRE(document);
  CHECK(json::find(*document, "categories")->Size() == 155);
}

TEST_CASE("the guide is a skill with its front matter") {
  const mcp::Resource resource = resources::guide_resource();
  CHECK(resource.uri == "skill://arxiv-guide/SKILL.md");
  CHECK(resource.mime_type == "text/markdown");
  const std::string text = resource.read(testing::quiet_call());
  CHECK(text.starts_with("---\nname: arxiv-guide\ndescription: "));
  CHECK(text.find("\n---\n\n# ") != std::string::npos);
  CHECK(text.ends_with("\n"));
  for (const char* tool :
       {"arxiv_search_papers", "arxiv_get_metadata", "arxiv_read_paper", "arxiv_list_categories"})
    CHECK(text.find(tool) != std::string::npos);
}

/// The paper template on a small mirror; arXiv has nothing.
class PaperSetting {
 public:
  explicit PaperSetting(bool fallback = true)
      : pool_(folder_ / "mirror.db", std::chrono::minutes(5), log_),
        lookup_(
            &pool_, fallback,
            [](std::span<const arxiv::PaperId> ids, base::Deadline, const std::stop_token&) {
              return std::vector<live::Found>(ids.size());
            },
            log_),
        paper_(resources::paper_template(lookup_, &pool_, log_)) {}

  void fill(const std::vector<testing::StoredRow>& rows) const {
    testing::make_mirror(folder_ / "mirror.db", rows);
  }
  std::string read(std::string_view segment) const {
    return paper_.read(segment, testing::quiet_call());
  }
  Fault failure_of(std::string_view segment) const {
    try {
      read(segment);
    } catch (const Fault& fault) {
      return fault;
    }
    throw std::logic_error("the paper was read");
  }
  mcp::Completion complete(std::string_view typed) const {
    return paper_.complete(typed, testing::quiet_call());
  }

 private:
  testing::TempDir folder_;
  base::Log log_ = base::Log::none();
  mirror::ReaderPool pool_;
  tools::PaperLookup lookup_;
  mcp::ResourceTemplate paper_;
};

TEST_CASE("a paper is read under every spelling of its id") {
  PaperSetting setting;
  setting.fill({{"hep-th/9901001", "2"}});
  const std::string text = setting.read("hep-th/9901001");
  CHECK(text.starts_with("{\n  \"id\": \"hep-th/9901001v2\",\n  \"title\": "));
  for (const char* segment :
       {" HEP-TH/9901001v2 ", "arXiv:hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"})
    CHECK(setting.read(segment) == text);
}

TEST_CASE("why a paper cannot be read") {
  PaperSetting setting;
  setting.fill({{"2401.00001", "2"}});
  for (const char* segment :
       {"   ", "nonsense", "2401.00001v0", "2400.00001", "hep-th%2F9901001"}) {
    CAPTURE(segment);
    const Fault fault = setting.failure_of(segment);
    CHECK(fault.reason() == "invalid_id");
    CHECK(fault.code() == Code::kValidation);
  }
  const Fault absent = setting.failure_of("2401.00002");
  CHECK(absent.reason() == "no_match");
  CHECK(absent.code() == Code::kNotFound);
  CHECK(absent.message() == "arXiv has no paper 2401.00002.");
}

TEST_CASE("without live fallback a pin and an absent paper fail for the mirror's reasons") {
  PaperSetting setting(false);
  setting.fill({{"2401.00001", "2"}});
  const Fault pinned = setting.failure_of("2401.00001v1");
  CHECK(pinned.reason() == "version_unavailable");
  CHECK(pinned.code() == Code::kServiceUnavailable);
  CHECK(pinned.message() == "2401.00001v1: The mirror holds version 2.");
  CHECK(setting.failure_of("2401.00002").message() == "The mirror has no paper 2401.00002.");
}

TEST_CASE("ids are completed from the mirror") {
  PaperSetting setting;
  CHECK(setting.complete("24").values.empty());
  std::vector<testing::StoredRow> rows = {{"hep-th/9901001"}};
  for (int number = 100; number < 202; ++number)
    rows.push_back({"2401.00" + std::to_string(number)});
  setting.fill(rows);
  CHECK(setting.complete(" arXiv:2401.0012").values.size() == 10);
  CHECK(setting.complete("HEP-TH/99").values == std::vector<std::string>{"hep-th/9901001"});
  CHECK(setting.complete("zz").values.empty());
  const mcp::Completion many = setting.complete("2401.00");
  CHECK(many.values.size() == 100);
  CHECK(many.has_more);
  CHECK_FALSE(setting.complete("2401.001").has_more);
}

}  // namespace
