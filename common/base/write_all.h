#pragma once

#include <chrono>
#include <string_view>

namespace base {

/// Writes all of `text` to `fd`, in one write(2) where the descriptor takes it; waits where it has
/// no room. False when it fails, perhaps halfway.
bool write_all(int fd, std::string_view text);

/// The same for a program that must not wait for whoever reads `fd`: what it has no room for is
/// dropped, after `patience` at most. False when anything was. Any thread may call; texts do not
/// mix, and what one was promised room for is not taken by another.
bool write_if_room(int fd, std::string_view text,
                   std::chrono::milliseconds patience = std::chrono::milliseconds(0));

}  // namespace base
