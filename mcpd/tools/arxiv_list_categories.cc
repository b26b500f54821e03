#include <algorithm>

#include "common/arxiv/taxonomy.h"
#include "mcpd/tools/arguments.h"
#include "mcpd/tools/categories_json.h"
#include "mcpd/tools/schema.h"
#include "mcpd/tools/tools.h"

namespace tools {
namespace {

using arxiv::Category;

constexpr std::string_view kInputSchema =
    R"({"type":"object","properties":{"group":{)"
    R"("type":"string","enum":["cs","econ","eess","math","physics","q-bio","q-fin","stat"],)"
    R"("description":"Only this group"}},"additionalProperties":false})";

std::vector<Category> categories_in(std::string_view group) {
  std::vector<Category> chosen;
  const auto all = arxiv::categories();
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen),
               [&](const Category& category) { return group.empty() || category.group == group; });
  return chosen;
}

std::vector<std::string_view> groups_of(const std::vector<Category>& chosen) {
  std::vector<std::string_view> groups;
  for (const std::string_view group : arxiv::category_groups()) {
    const bool used = std::any_of(chosen.begin(), chosen.end(), [&](const Category& category) {
      return category.group == group;
    });
    if (used) groups.push_back(group);
  }
  return groups;
}

std::string categories_text(const std::vector<Category>& chosen, std::string_view filter) {
  const auto groups = groups_of(chosen);
  std::string text = "Showing " + std::to_string(chosen.size()) + " categories ";
  text += filter.empty() ? "across " + std::to_string(groups.size()) + " groups:"
                         : "in group \"" + std::string(filter) + "\":";
  for (const std::string_view group : groups) {
    text += "\n\n## " + std::string(group);
    for (const Category& category : chosen) {
      if (category.group != group) continue;
      text += "\n" + std::string(category.code) + " — " + std::string(category.name);
    }
  }
  return text;
}

mcp::ToolResult run(const json::Value& arguments) {
  const std::string group = text_argument(arguments, "group");
  const std::vector<Category> chosen = categories_in(group);
  json::Writer out;
  out.begin_object().key("categories");
  write_categories(out, chosen);
  json::member(out, "totalCount", static_cast<std::int64_t>(chosen.size()));
  out.end_object();
  return {out.take(),
          {categories_text(chosen, group), "\n\n**" + std::to_string(chosen.size()) + " total**"}};
}

}  // namespace

mcp::Tool list_categories_tool() {
  static const std::string output =
      output_schema(R"("categories":{"type":"array","items":{"type":"object","properties":{)"
                    R"("code":{"type":"string"},"name":{"type":"string"},)"
                    R"("group":{"type":"string"}},"required":["code","name","group"]}},)"
                    R"("totalCount":{"type":"integer"})",
                    R"("categories","totalCount")");
  mcp::Tool tool;
  tool.name = "arxiv_list_categories";
  tool.title = "Arxiv List Categories";
  tool.description =
      "List arXiv's 155 category codes with their names, for `category` and `cat:` in "
      "arxiv_search_papers. Answers at once; give `group` for a shorter list.";
  tool.input_schema = kInputSchema;
  tool.output_schema = output;
  tool.run = [](const json::Value& arguments, const mcp::Call&) { return run(arguments); };
  return tool;
}

}  // namespace tools
