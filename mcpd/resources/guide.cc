#include "mcpd/resources/guide.h"

#include "mcpd/resources/resources.h"

namespace resources {

mcp::Resource guide_resource() {
  mcp::Resource resource;
  resource.uri = "skill://arxiv-guide/SKILL.md";
  resource.name = "arxiv-guide";
  resource.title = "Guide to the arXiv tools";
  resource.description =
      "How to find and read arXiv papers with these tools: query recipes, ids, paging, errors.";
  resource.mime_type = "text/markdown";
  resource.ttl = std::chrono::hours(1);
  resource.read = [](const mcp::Call&) { return std::string(kGuide); };
  return resource;
}

}  // namespace resources
