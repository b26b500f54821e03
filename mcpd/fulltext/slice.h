#pragma once

/// Parts of a body by code points (contract 5.7, decision 2).

#include <cstddef>
#include <optional>
#include <string_view>

namespace fulltext {

/// At most `count` code points of `body`, all where there is none, from code point `start` on;
/// empty from its end on.
std::string_view slice(std::string_view body, std::size_t start, std::optional<std::size_t> count);

}  // namespace fulltext
