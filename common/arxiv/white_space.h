#pragma once

/// White space as Unicode sees it, U+FEFF included: identifiers and queries are pasted from pages.

#include <cstddef>
#include <string_view>

namespace arxiv {

/// Bytes of the white-space character at byte `at` (which must lie in `text`), or 0.
std::size_t white_space_at(std::string_view text, std::size_t at);

/// `text` without white space at either end.
std::string_view trim_white_space(std::string_view text);

}  // namespace arxiv
