#include "mcpd/tools/arguments.h"

#include "common/arxiv/white_space.h"

namespace tools {

void trim_text(json::Value& value, json::Document& owner) {
  if (!value.IsString()) return;
  const std::string trimmed(arxiv::trim_white_space(json::text(value)));
  value.SetString(trimmed, owner.GetAllocator());
}

}  // namespace tools
