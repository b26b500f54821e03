#pragma once

/// Comparing JSON with what a test expects of it.

#include <string>
#include <string_view>

#include "common/base/json.h"

namespace testing {

/// Where `value` differs from `pattern`: a path and what is wrong there; empty when it matches. An
/// object matches when each member of the pattern matches, others are free. Arrays match member by
/// member. The text "*" matches every value, "-" an absent member, and a text that begins with "~"
/// every text that holds the rest of it.
std::string mismatch(const json::Value& pattern, const json::Value& value);

/// The same for JSON texts.
std::string mismatch(std::string_view pattern, std::string_view text);

}  // namespace testing
