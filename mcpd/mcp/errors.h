#pragma once

/// From a failure to what the client is told and the log says (contract 3, decision 10).

#include <exception>
#include <span>
#include <string>

#include "common/base/fault.h"
#include "common/base/log.h"
#include "mcpd/mcp/answer.h"
#include "mcpd/mcp/arguments.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/mcp/revision.h"

namespace mcp {

/// What a failure's report needs beside the failure.
struct FailureContext {
  std::string_view request_id;
  std::span<const Recovery> recoveries = {};  ///< hints for reasons that came without one
  const Rewrites* rewrites = nullptr;         ///< of rejected arguments
};

/// A failed tool call: a result with isError, whose text and structuredContent tell the same.
Result failed_call(const base::Fault& fault, const FailureContext& context);

/// A failed read or completion: a JSON-RPC error. The modern era knows two codes, -32602 for what
/// the caller got wrong or does not exist and -32603 else, with the fault's own as data.code.
Error failed_request(const base::Fault& fault, const FailureContext& context,
                     const Revision& revision);

/// The exception being handled as a Fault; one that is not a Fault becomes -32603 with a plain
/// message, and `detail` what it said. Call inside a catch block.
base::Fault current_fault(std::string& detail);

/// How loudly the log tells of `fault` (contract 3.6).
base::Level severity(const base::Fault& fault);

}  // namespace mcp
