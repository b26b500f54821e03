#pragma once

/// The three methods that may take long, as work for a pool thread. What these functions return is
/// called there once, with the Call of the request; it never throws, and what it refers to has to
/// outlive it.

#include <functional>
#include <string>
#include <string_view>

#include "common/base/json.h"
#include "common/base/log.h"
#include "mcpd/mcp/answer.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/mcp/revision.h"
#include "mcpd/mcp/schema.h"

namespace mcp {

using Work = std::function<Answer(const Call&)>;

/// tools/call. `arguments` is an object, or nullptr for none.
Work call_tool(const Tool& tool, const Schema& schema, const json::Value* arguments,
               const base::Log& log);

/// resources/read of `uri`, which is `resource`'s.
Work read_resource(const Resource& resource, const Revision& revision, const base::Log& log);

/// resources/read of `uri`, which begins with the template's prefix.
Work read_template(const ResourceTemplate& resource_template, const std::string& uri,
                   const Revision& revision, const base::Log& log);

/// completion/complete of the template's variable after `typed`.
Work complete_variable(const ResourceTemplate& resource_template, std::string typed,
                       const Revision& revision, const base::Log& log);

/// `text` with each %XX replaced by its byte; a malformed escape, or one that would leave text
/// that is not UTF-8, is left as it is.
std::string percent_decode(std::string_view text);

}  // namespace mcp
