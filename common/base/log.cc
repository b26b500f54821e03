#include "common/base/log.h"

#include <array>
#include <string>

#include "common/base/clock.h"
#include "common/base/journal.h"
#include "common/base/utf8.h"
#include "common/base/write_all.h"

namespace base {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"debug", "info",     "notice", "warning",
                                                    "error", "critical", "alert",  "emergency"};

}  // namespace

std::string_view level_name(Level level) {
  return kNames.at(static_cast<std::size_t>(level));
}

std::optional<Level> parse_level(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Level>(i);
  }
  return std::nullopt;
}

Log::Log(int fd, Level threshold, std::string_view journal_stream)
    : fd_(fd), threshold_(threshold), journal_(is_journal(fd, journal_stream)) {}

Log Log::lossy() const {
  Log log = *this;
  log.lossy_ = true;
  return log;
}

void Log::write(Level level, std::string_view message) const {
  if (!writes(level)) return;
  std::string line;
  if (journal_) {
    line += journal_prefix(level);
  } else {
    line += to_iso(wall_now());
    line += ' ';
    line += level_name(level);
    line += ' ';
  }
  line += one_line(message, lossy_ ? kLongestLossyMessage : kLongestMessage);
  line += '\n';
  // A log that cannot be written has nowhere to say so.
  if (lossy_) {
    write_if_room(fd_, line);
  } else {
    write_all(fd_, line);
  }
}

}  // namespace base
