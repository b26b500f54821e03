#pragma once

/// The answers that never change: what the server is and what it offers. Each is written when it is
/// first asked for and kept. Session thread only.

#include <optional>
#include <string>
#include <vector>

#include "mcpd/mcp/answer.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/mcp/revision.h"
#include "mcpd/mcp/schema.h"

namespace mcp {

class Catalogue {
 public:
  /// `registry` has to outlive it. Throws std::invalid_argument when a tool has a schema that
  /// Schema does not take.
  explicit Catalogue(const Registry& registry);

  /// {name, title, version}, serialised.
  const std::string& server_info() const { return server_info_; }
  bool completes() const { return completes_; }

  Result initialize(const Revision& revision) const;
  Result discover() const;
  const Result& tools();
  const Result& resources();
  const Result& templates();

  const Tool* find_tool(std::string_view name) const;
  /// The input schema of `tool`, one of the registry's.
  const Schema& input_schema(const Tool& tool) const;

 private:
  std::string capabilities(const Revision& revision) const;
  std::string tool_entry(std::size_t index) const;

  const Registry& registry_;
  std::string server_info_;
  bool completes_;
  std::vector<Schema> inputs_;
  std::vector<Schema> outputs_;
  std::optional<Result> tools_;
  std::optional<Result> resources_;
  std::optional<Result> templates_;
};

/// `arxiv://paper/{paperId}`.
std::string uri_template(const ResourceTemplate& resource_template);

}  // namespace mcp
