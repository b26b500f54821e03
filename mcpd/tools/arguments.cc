#include "mcpd/tools/arguments.h"

#include "common/base/text.h"

namespace tools {

void trim_text(json::Value& value, json::Document& owner) {
  if (!value.IsString()) return;
  const std::string trimmed(base::trim(json::text(value)));
  value.SetString(trimmed, owner.GetAllocator());
}

}  // namespace tools
