#pragma once

/// The repairs of contract 3.5, stage 4.

#include "common/base/json.h"
#include "mcpd/mcp/schema.h"

namespace mcp {

/// Changes the values that `findings` name as being of the wrong type, where what was meant is
/// beyond doubt: an array, object, number or boolean written as text, a whole number for a text, a
/// single text for an array of them, null for an absent member. True when anything was changed.
bool repair(json::Document& arguments, const Findings& findings);

}  // namespace mcp
