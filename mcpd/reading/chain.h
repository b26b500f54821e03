#pragma once

/// The order in which a paper's text is sought, and what a failure on the way means (contract 5.1).
/// Pure.

#include <functional>

#include "common/base/fault.h"
#include "mcpd/reading/body.h"

namespace reading {

/// What follows a rung that gave no text.
enum class Step {
  kNextRung,  ///< it has none: the next one may
  kHold,      ///< it failed, which is told only if no later rung has the text
  kEnd,       ///< its failure is the answer
};

/// A failure with kNotFound tells that a rung has no text; any other that it could not be asked.
Step after_failure(Source rung, base::Code code);

/// The body of the first rung that has one; `read` gives a rung's or throws its Fault. Throws the
/// failure that ends the chain. When it ends without one, the held failure goes before that of the
/// last rung.
Body walk_chain(const std::function<Body(Source)>& read);

}  // namespace reading
