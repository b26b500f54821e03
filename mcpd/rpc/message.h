#pragma once

/// JSON-RPC 2.0 messages as MCP narrows them: what one JSON value on a line is, and which of the
/// malformed ones are answered (mcp.md 4). Pure; knows no method and no revision.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "common/base/fault.h"
#include "common/base/json.h"

namespace rpc {

/// A request id, or any other value that MCP defines as "string or integer" and compares by type:
/// "1" is not 1.
class Id {
 public:
  Id(std::int64_t number) : value_(number) {}
  Id(std::string text) : value_(std::move(text)) {}

  /// Nothing when `value` is of another type, a number that is not whole or that cannot be told
  /// digit for digit, or a text beyond kMaximumIdBytes (it is repeated in every answer).
  static std::optional<Id> read(const json::Value& value);

  /// The id as JSON, of the type it came in.
  std::string to_json() const;

  friend bool operator==(const Id&, const Id&) = default;
  friend bool operator<(const Id& a, const Id& b) { return a.value_ < b.value_; }

 private:
  std::variant<std::int64_t, std::string> value_;
};

inline constexpr std::size_t kMaximumIdBytes = 4096;

enum class Kind {
  kRequest,       ///< `id` and `method` are set
  kNotification,  ///< `method` is set; never answered
  kRefused,       ///< answered with an error: `id`, `code` and `why` are set
  kIgnored,       ///< not answered; `why` is for the log
};

struct Message {
  Kind kind = Kind::kIgnored;
  std::optional<Id> id = {};
  std::string method = {};
  const json::Value* params = nullptr;  ///< an object inside the classified value, or nullptr
  base::Code code = base::Code::kInvalidRequest;
  std::string_view why = {};
};

/// What `value`, one message, is. Extra members are ignored; of a repeated one the last counts.
Message classify(const json::Value& value);

/// A response line without its line end, carrying a serialised JSON object given in pieces.
std::string result_line(const Id& id, std::initializer_list<std::string_view> result);

/// A response line without its line end. `data` is a serialised JSON value, or empty.
std::string error_line(const Id& id, int code, std::string_view message, std::string_view data);

/// A notification line without its line end. `params` is a serialised JSON object.
std::string notification_line(std::string_view method, std::string_view params);

}  // namespace rpc
