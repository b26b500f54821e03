#pragma once

/// Letters and numbers of every script.

#include <cstdint>

namespace arxiv {

/// True for a letter or number of Unicode 14 (general categories L and N). A code point that it has
/// not assigned may count as its neighbours do. The index's tokenizer has its own, older idea of
/// them (index_tokens.h).
bool is_letter_or_number(std::uint32_t code_point);

}  // namespace arxiv
