#pragma once

/// The one exception type for everything that can go wrong in a way the contract names. Thrown
/// where the failure is found; caught in one place per program, which turns it into an MCP error
/// or an exit status. Driver and parser errors become Faults at their wrapper, so no caller ever
/// reads an error string.

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace base {

/// Error codes as they appear on the wire (contract 3.1).
enum class Code : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kServiceUnavailable = -32000,
  kNotFound = -32001,
  kConflict = -32002,
  kRateLimited = -32003,
  kTimeout = -32004,
  kValidation = -32007,
  kConfiguration = -32008,
  kDatabase = -32010,
  kCancelled = -32011,
  kSerialization = -32070,
};

/// A flat record inside a Fault's data, such as one entry of `not_found` or `issues`.
using FaultRecord = std::vector<std::pair<std::string, std::string>>;

/// One member of `error.data`.
using FaultValue = std::variant<bool, std::int64_t, std::string, std::vector<std::string>,
                                std::vector<FaultRecord>>;

class Fault : public std::exception {
 public:
  /// `reason` is a fixed word of the contract ("no_match", "invalid_id"), or empty when the
  /// contract names none. `message` may reach a client: it holds no path, SQL or internal address.
  Fault(Code code, std::string reason, std::string message)
      : code_(code), reason_(std::move(reason)), message_(std::move(message)) {}

  /// Adds one member of `error.data`; members keep the order in which they were added.
  Fault& with(std::string name, FaultValue value) & {
    data_.emplace_back(std::move(name), std::move(value));
    return *this;
  }
  Fault&& with(std::string name, FaultValue value) && {
    return std::move(with(std::move(name), std::move(value)));
  }
  /// States whether the same call may succeed later; unset leaves it unsaid.
  Fault& retryable(bool value) & {
    retryable_ = value;
    return *this;
  }
  Fault&& retryable(bool value) && { return std::move(retryable(value)); }
  /// What the caller can do next, when the tool's own text for the reason does not fit.
  Fault& hint(std::string text) & {
    hint_ = std::move(text);
    return *this;
  }
  Fault&& hint(std::string text) && { return std::move(hint(std::move(text))); }

  const char* what() const noexcept override { return message_.c_str(); }
  Code code() const { return code_; }
  const std::string& reason() const { return reason_; }
  const std::string& message() const { return message_; }
  const std::string& hint() const { return hint_; }
  std::optional<bool> retryable() const { return retryable_; }
  const std::vector<std::pair<std::string, FaultValue>>& data() const { return data_; }
  /// The data member `name`, or nullptr.
  const FaultValue* find(std::string_view name) const;

 private:
  Code code_;
  std::string reason_;
  std::string message_;
  std::string hint_;
  std::optional<bool> retryable_;
  std::vector<std::pair<std::string, FaultValue>> data_;
};

/// The caller withdrew; never answered, never retried (decision 11).
Fault cancelled();

/// A deadline passed. `what` names the thing waited for: "The request to export.arxiv.org".
Fault timed_out(std::string_view what, std::int64_t milliseconds);

}  // namespace base
