#pragma once

/// What is known of a failed exchange, as its Fault holds it.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "common/base/fault.h"

namespace live {

/// The text that the data holds under `name`, or an empty one.
inline std::string text_in(const base::Fault& fault, std::string_view name) {
  const auto* value = fault.find(name);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? std::string() : *text;
}

/// The status that arXiv answered with, or 0 when it answered nothing.
inline std::int64_t status_of(const base::Fault& fault) {
  const auto* value = fault.find("status");
  return value == nullptr ? 0 : std::get<std::int64_t>(*value);
}

/// `fault` with `more` behind its message.
inline base::Fault extended(const base::Fault& fault, std::string_view more) {
  base::Fault result(fault.code(), fault.reason(), fault.message() + std::string(more));
  for (const auto& [name, value] : fault.data())
    result.with(name, value);
  if (fault.retryable()) result.retryable(*fault.retryable());
  result.hint(fault.hint());
  return result;
}

}  // namespace live
