#pragma once

/// The keywords behind Schema: what each may hold and what it demands. Used by schema.cc alone.

#include "common/base/json.h"
#include "mcpd/mcp/schema.h"

namespace mcp {

/// Throws std::invalid_argument unless `schema` and every schema in it holds only known keywords,
/// each with a value of its form.
void require_understood(const json::Value& schema);

/// One pass of a value through a schema.
class Validation {
 public:
  /// Adds what is wrong with `value`. `optional`: it is a member that may be absent.
  void check(const json::Value& schema, const json::Value& value, bool optional);
  Findings take() { return std::move(findings_); }

  /// For keywords.
  void report(Problem problem, std::string message);
  void enter(std::string member) { path_.emplace_back(std::move(member)); }
  void enter(std::size_t element) { path_.emplace_back(element); }
  void leave() { path_.pop_back(); }

 private:
  Findings findings_;
  Path path_;
  const json::Value* schema_ = nullptr;  ///< the sub-schema at work
  bool optional_ = false;
};

}  // namespace mcp
