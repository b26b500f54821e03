#pragma once

/// Running part of a test as a user who may read but not write (decision 38).

#include <functional>

namespace testing {

/// True when this process may become another user.
bool can_change_user();

/// Runs `body` in a child process, as nobody and without any group when this process is root, and
/// returns its result; false when the child ended in any other way.
bool as_other_user(const std::function<bool()>& body);

}  // namespace testing
