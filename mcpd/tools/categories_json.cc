#include "mcpd/tools/categories_json.h"

namespace tools {

void write_categories(json::Writer& out, std::span<const arxiv::Category> categories) {
  out.begin_array();
  for (const arxiv::Category& category : categories) {
    out.begin_object();
    json::member(out, "code", category.code);
    json::member(out, "name", category.name);
    json::member(out, "group", category.group);
    out.end_object();
  }
  out.end_array();
}

}  // namespace tools
