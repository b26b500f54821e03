#pragma once

/// Everything the server offers, put together for the protocol layer.

#include <memory>

#include "common/base/log.h"
#include "common/base/settings.h"
#include "mcpd/mcp/registry.h"

namespace mcpd {

/// Owns what the handlers of its registry use. Opens, connects and starts nothing: the first call
/// that needs the mirror or the network does.
class Surface {
 public:
  /// `settings` are copied from; `log` outlives this.
  Surface(const base::Settings& settings, const base::Log& log);
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  const mcp::Registry& registry() const { return registry_; }

 private:
  struct Services;
  std::unique_ptr<Services> services_;
  mcp::Registry registry_;
};

}  // namespace mcpd
