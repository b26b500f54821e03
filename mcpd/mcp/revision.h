#pragma once

/// The MCP revisions that are served, as a table (decision 13, mcp.md 1). Two eras: the legacy one
/// is opened by `initialize` and remembers what was agreed; in the modern one every request says
/// for itself which revision it speaks and nothing is remembered.

#include <span>
#include <string_view>

namespace mcp {

/// Bits, so that a method can name the eras it exists in.
enum Era : unsigned { kLegacy = 1U, kModern = 2U };

struct Revision {
  std::string_view name;
  Era era;
  bool batches;          ///< a line may hold an array of messages
  bool completions;      ///< the capability of that name exists
  int unknown_resource;  ///< error code
};

/// Newest first.
std::span<const Revision> revisions();

/// The revision called `name` if it belongs to `era`, or nullptr.
const Revision* find_revision(Era era, std::string_view name);

/// What is offered to a client that asks for a revision nobody speaks, and what a session without
/// `initialize` gets.
const Revision& newest_legacy();

}  // namespace mcp
