#pragma once

/// What a method answers, before it is known to whom and in which era, and how it is written.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/base/fault.h"
#include "mcpd/mcp/revision.h"
#include "mcpd/rpc/message.h"

namespace mcp {

/// The longest response line (decision 14), and what of it is kept for everything around a result's
/// members: the id, which is bounded, and the modern era's fields.
inline constexpr std::size_t kMaximumLine = 8UL << 20;
inline constexpr std::size_t kLineReserve = 64UL << 10;

struct Result {
  std::string members;  ///< serialised members of the result object, without its braces
  /// How long a client may keep a cacheable result; unset for the others. The modern era requires
  /// it for lists, server/discover and resources/read.
  std::optional<std::chrono::milliseconds> ttl = {};
};

/// A JSON-RPC error.
struct Error {
  int code;
  std::string message;
  std::string data = {};  ///< one serialised JSON value, or empty
};

using Answer = std::variant<Result, Error>;

inline Error error(base::Code code, std::string message) {
  return {static_cast<int>(code), std::move(message)};
}

/// What is told of a failure that the client can neither cause nor mend.
Error internal_error();

/// The response line for `answer`. `server_info` is the serialised identity, which the modern era
/// carries in every result.
std::string response(const rpc::Id& id, const Revision& revision, const Answer& answer,
                     std::string_view server_info);

/// The line that ends an open subscriptions/listen (mcp.md 3).
std::string listen_result(const rpc::Id& id, std::string_view server_info);

}  // namespace mcp
