#pragma once

#include <string_view>

namespace base {

/// Writes all of `text` to `fd`, in one write(2) where the descriptor takes it; waits where it has
/// no room. False when it fails, perhaps halfway.
bool write_all(int fd, std::string_view text);

}  // namespace base
