#pragma once

/// The terminal that a program may be writing to.

#include <cstddef>

namespace base {

/// Columns of the terminal behind `fd`; 0 when that is none, or does not say.
std::size_t terminal_width(int fd);

}  // namespace base
