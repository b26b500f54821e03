#pragma once

/// The side file whose lock says that a harvestd is at work on a mirror, and which one (decision
/// 32). The lock is flock's; taking it to write is the writer's (harvestd/writer/lock.h).

#include <optional>
#include <string>

namespace mirror {

/// `<file>.lock` beside the file that `mirror_path` leads to.
std::string lock_path(const std::string& mirror_path);

/// What the holder wrote of itself into the open lock file `fd`, one line; empty while it is about
/// to write it.
std::string lock_text(int fd);

/// lock_text() while some process holds the lock of `mirror_path`, else nothing. Takes it shared
/// for an instant, so a writer starting at that instant has to try more than once.
std::optional<std::string> lock_holder(const std::string& mirror_path);

}  // namespace mirror
