#pragma once

/// Lines for systemd's journal, which reads their severity from a prefix (sd-daemon(3)).

#include <string_view>

#include "common/base/log.h"

namespace base {

/// Whether `fd` is the journal: `journal_stream`, the value of JOURNAL_STREAM or empty, names the
/// device and inode of the one that systemd made.
bool is_journal(int fd, std::string_view journal_stream);

/// `<3>` for an error.
std::string_view journal_prefix(Level level);

/// The prefix of a line written to `fd`: empty unless that is the journal.
inline std::string_view journal_prefix(int fd, Level level, std::string_view journal_stream) {
  return is_journal(fd, journal_stream) ? journal_prefix(level) : std::string_view();
}

}  // namespace base
