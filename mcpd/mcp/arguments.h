#pragma once

/// A call's arguments on their way to a tool: the order of rewriting, validation, repair and
/// rejection of contract 3.5. Pure.

#include <string>
#include <utility>
#include <vector>

#include "common/base/fault.h"
#include "common/base/json.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/mcp/schema.h"

namespace mcp {

/// What was changed before validation; told when the arguments are rejected all the same.
struct Rewrites {
  std::vector<std::pair<std::string, std::string>> aliased;  ///< as sent, as read
  std::vector<std::string> ignored;                          ///< dropped keys
};

struct Admission {
  json::Document arguments;  ///< valid and complete when `findings` is empty
  Rewrites rewrites;
  Findings findings;  ///< of the arguments as sent, also when a repair was tried

  bool admitted() const { return findings.count == 0; }
};

/// Reads `raw`, an object, as arguments of `tool`, whose input schema is `schema`. Throws what
/// Tool::prepare throws.
Admission admit(const json::Value& raw, const Tool& tool, const Schema& schema);

/// The rejection: -32602, reason invalid_arguments, at most 10 issues with their number beside
/// them, every string bounded.
base::Fault invalid_arguments(const Tool& tool, const Schema& schema, const Admission& rejected);

}  // namespace mcp
