#pragma once

/// SIGINT and SIGTERM, which ask a program to end, as something to read.

#include "common/base/unique_fd.h"

namespace base {

/// Keeps both from the calling thread and those it makes, so that they come through a descriptor
/// alone. Called before any thread is made.
void block_ending_signals();

/// Where they can be read, as signalfd_siginfo, once they are blocked; reading never waits. Throws
/// std::system_error.
UniqueFd open_ending_signals();

}  // namespace base
