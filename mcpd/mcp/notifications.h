#pragma once

/// The notifications a server sends, as lines without their ends.

#include <optional>
#include <string>
#include <string_view>

#include "common/base/log.h"
#include "mcpd/rpc/message.h"

namespace mcp {

/// The first message of a subscription: nothing of what was asked for is ever notified, since the
/// surface is fixed.
std::string acknowledgement(const rpc::Id& id);

/// notifications/message. `text` is for the client to see: no path, no SQL.
std::string log_line(base::Level level, std::string_view text);

/// notifications/progress. `done` is finite; a total that is not, and an empty message, are left
/// out.
std::string progress_line(const rpc::Id& token, double done, std::optional<double> total,
                          std::string_view message);

}  // namespace mcp
