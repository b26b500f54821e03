#pragma once

/// What a `cat:` operand stands for.

#include <string>
#include <string_view>
#include <vector>

namespace query_model {

/// The codes that a paper may be filed under to match `operand`: `cs.LG`; `cs` with all its
/// classes; `cs.*`; a renamed class is its successor. Empty when a pattern names none.
std::vector<std::string> codes_of(std::string_view operand);

/// Every code that papers are filed under today, archives with classes first.
const std::vector<std::string>& known_codes();

}  // namespace query_model
