#pragma once

/// The whole surface on a small mirror, for tests that call its tools as the protocol layer does.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/fault.h"
#include "mcpd/mcp/schema.h"
#include "mcpd/surface.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// Nothing answers at arXiv's address, and live fallback is off.
class SurfaceSetting {
 public:
  SurfaceSetting() : surface_(settings(folder_ / "mirror.db"), log_) {
    make_mirror(folder_ / "mirror.db", {{"2401.00001", "3", "Graph networks", "Ada Quill"},
                                        {"2401.00002", "1", "Graph kernels", "Bo Reed"},
                                        {"2401.00003", "1", "Knots", "Cy Moss"}});
  }

  const mcp::Registry& registry() const { return surface_.registry(); }
  const mcp::Tool& tool(std::string_view name) const {
    const auto& tools = registry().tools;
    return *std::find_if(tools.begin(), tools.end(),
                         [&](const mcp::Tool& tool) { return tool.name == name; });
  }
  /// The arguments as the protocol layer hands them over: prepared, valid and completed.
  mcp::ToolResult call(std::string_view name, const std::string& arguments) const {
    json::Document document = json::parse(arguments).value();
    if (tool(name).prepare) tool(name).prepare(document);
    const mcp::Schema schema(tool(name).input_schema);
    if (schema.validate(document).count > 0) throw std::logic_error("invalid: " + arguments);
    schema.complete(document, document.GetAllocator());
    return tool(name).run(document, quiet_call());
  }
  base::Fault failure_of(std::string_view name, const std::string& arguments) const {
    try {
      call(name, arguments);
    } catch (const base::Fault& fault) {
      return fault;
    }
    throw std::logic_error("the call succeeded");
  }

 private:
  static base::Settings settings(const std::string& path) {
    return base::resolve_settings(base::kMcpd,
                                  {{"--mirror", path},
                                   {"--api-base-url", "http://127.0.0.1:1/api"},
                                   {"--html-base-url", "http://127.0.0.1:1/html"},
                                   {"--ar5iv-base-url", "http://127.0.0.1:1/ar5iv"},
                                   {"--pdf-base-url", "http://127.0.0.1:1/pdf"},
                                   {"--content-retry-delay-ms", "1"},
                                   {"--mirror-fallback-live", "false"}},
                                  [](const char*) -> const char* { return nullptr; })
        .settings;
  }

  TempDir folder_;
  base::Log log_ = base::Log::none();
  mcpd::Surface surface_;
};

/// All text blocks, one behind the other.
inline std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts)
    all += text;
  return all;
}

inline bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace testing
