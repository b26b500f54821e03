#include <doctest/doctest.h>

#include "tests/mcpd/surface_setting.h"

namespace {

using testing::holds;

TEST_CASE("contract 1.4: categories, all and by group") {
  const testing::SurfaceSetting setting;
  const struct {
    const char* group;
    std::int64_t count;
  } kGroups[] = {{"physics", 51}, {"cs", 40},  {"math", 32}, {"q-bio", 10},
                 {"q-fin", 9},    {"stat", 6}, {"eess", 4},  {"econ", 3}};
  for (const auto& [group, count] : kGroups) {
    CAPTURE(group);
    const auto result =
        setting.call("arxiv_list_categories", R"({"group":")" + std::string(group) + "\"}");
    CHECK(json::integer(*json::find(*json::parse(result.structured), "totalCount")) == count);
    CHECK(result.texts.front().starts_with("Showing " + std::to_string(count) +
                                           " categories in group \"" + group + "\":"));
    CHECK(result.texts.back() == "\n\n**" + std::to_string(count) + " total**");
  }
  const auto all = setting.call("arxiv_list_categories", "{}");
  CHECK(
      all.texts.front().starts_with("Showing 155 categories across 8 groups:\n\n## cs\ncs.AI — "
                                    "Artificial Intelligence\n"));
  const auto structured = json::parse(all.structured).value();
  for (const json::Value& category : json::find(structured, "categories")->GetArray()) {
    CHECK(holds(all.texts.front(), std::string(json::text(*json::find(category, "code"))) + " — " +
                                       std::string(json::text(*json::find(category, "name")))));
  }
}

}  // namespace
