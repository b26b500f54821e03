#pragma once

/// What surrounds one request: the revision it speaks and what it asks for in `params._meta`.

#include <optional>
#include <variant>

#include "common/base/json.h"
#include "common/base/log.h"
#include "mcpd/mcp/answer.h"
#include "mcpd/mcp/revision.h"
#include "mcpd/rpc/message.h"

namespace mcp {

struct Context {
  const Revision* revision;               ///< never null
  std::optional<rpc::Id> progress_token;  ///< progress is wanted, under this token
  std::optional<base::Level> log_level;   ///< modern: log records from this level on are wanted
};

/// Reads the context of a request with `params` (an object, or nullptr). One that names no modern
/// revision belongs to the legacy session, which speaks `session`. The checks of a modern request
/// come in the order of mcp.md 3; the first that fails is the error to answer.
std::variant<Context, Error> read_context(const json::Value* params, const Revision& session);

}  // namespace mcp
