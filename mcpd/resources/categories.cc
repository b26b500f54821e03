#include "common/arxiv/taxonomy.h"
#include "mcpd/resources/indent.h"
#include "mcpd/resources/resources.h"
#include "mcpd/tools/categories_json.h"

namespace resources {
namespace {

std::string categories_json() {
  json::Writer out;
  out.begin_object().key("categories");
  tools::write_categories(out, arxiv::categories());
  out.end_object();
  return indent_json(out.view());
}

}  // namespace

mcp::Resource categories_resource() {
  mcp::Resource resource;
  resource.uri = "arxiv://categories";
  resource.name = "arXiv Categories";
  resource.title = "arXiv Categories";
  resource.description = "All 155 arXiv category codes with their names and groups.";
  resource.mime_type = "application/json";
  resource.ttl = std::chrono::hours(1);
  resource.read = [](const mcp::Call&) { return categories_json(); };
  return resource;
}

}  // namespace resources
